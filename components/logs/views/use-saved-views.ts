"use client";

import { useQuery } from "@tanstack/react-query";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useEffect } from "react";
import { queryAll } from "#lib/api/query-all.ts";
import { listLogViews } from "#lib/contract/log-views.ts";
import type { SavedView } from "./save-view.tsx";
import { contentOf, isSameContent, searchOf } from "./view-address.ts";

/** The saved views, the one that the address names, and whether the page shows something else by now. */
export function useSavedViews() {
  const router = useRouter();
  const path = usePathname();
  const params = useSearchParams();
  const search = params.toString();
  const { data, error } = useQuery(queryAll(listLogViews));
  const id = params.get("view");
  const current = data?.data.find((view) => view.id === id);
  const content = contentOf(search);
  const isBare = Object.keys(content.query).length === 0 && content.columns === null;
  // A link to a view names only the view.
  const linked = current && isBare && !isSameContent(content, current) ? searchOf(current.id, current) : undefined;
  const peek = params.get("peek");
  useEffect(() => {
    if (linked) router.replace(`${path}${linked}${peek ? `&peek=${encodeURIComponent(peek)}` : ""}`, { scroll: false });
  }, [linked, path, peek, router]);
  return {
    views: data?.data ?? [],
    error,
    current,
    isMissing: id !== null && data !== undefined && !current,
    isChanged: current !== undefined && linked === undefined && !isSameContent(content, current),
    content,
    show: (view: SavedView) => router.push(`${path}${searchOf(view.id, view)}`, { scroll: false }),
    leave: () => router.replace(path, { scroll: false }),
    linkTo: (view: SavedView) => `${location.origin}${path}?view=${view.id}`,
  };
}
