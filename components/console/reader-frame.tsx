"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Mark } from "#components/shell/mark.tsx";
import { Link } from "#components/ui/display/link.tsx";
import { query } from "#lib/api/query.ts";
import { currentWorkspace } from "#lib/api/workspace.ts";
import { getSession } from "#lib/contract/session.ts";
import { FrameOutline } from "./frame-outline.tsx";
import { SessionContext, type SignedIn } from "./session-context.ts";
import { WorkspaceFrame } from "./workspace-frame.tsx";

type ReaderFrameProps = {
  /** Whether the browser sent a session cookie, which may have expired. */
  expectsSession: boolean;
  children: ReactNode;
};

/** Surrounds public pages: the console's shell for signed-in users, a plain header for others. */
export function ReaderFrame({ expectsSession, children }: ReaderFrameProps) {
  const { data: session, isPending } = useQuery(query(getSession));
  const workspace = currentWorkspace() ?? session?.workspaces[0]?.slug;
  if (session?.user && !session.second_factor && workspace) {
    return (
      <SessionContext value={session as SignedIn}>
        <WorkspaceFrame name={workspace}>{children}</WorkspaceFrame>
      </SessionContext>
    );
  }
  if (expectsSession && isPending) return <FrameOutline>{children}</FrameOutline>;
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="sticky top-0 z-20 flex h-12 items-center gap-2.5 border-b bg-canvas px-4">
        <Mark className="size-6" />
        <span className="font-medium">Switchboard</span>
        {session && (
          <Link href="/sign-in?next=/docs" className="ml-auto text-muted text-sm hover:text-ink">
            Sign in
          </Link>
        )}
      </header>
      <main id="main" className="mx-auto w-full max-w-400 flex-1 px-4 py-5 md:px-6 md:py-6">
        {children}
      </main>
    </div>
  );
}
