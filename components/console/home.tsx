"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { FrameSkeleton } from "./frame-skeleton.tsx";
import { NoWorkspace } from "./no-workspace.tsx";
import { useSignedIn } from "./session-context.ts";

/** Redirects to the default workspace. */
export function Home() {
  const slug = useSignedIn().workspaces[0]?.slug;
  const router = useRouter();
  useEffect(() => {
    if (slug) router.replace(`/w/${slug}`);
  }, [router, slug]);
  if (slug) return <FrameSkeleton />;
  return <NoWorkspace />;
}
