"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import type { ApiError } from "#lib/api/api-error.ts";
import { call } from "#lib/api/client.ts";
import { currentWorkspace } from "#lib/api/workspace.ts";
import type { ResponseOf } from "#lib/contract/endpoint.ts";
import { searchGenerations } from "#lib/contract/generation-search.ts";
import type { LogSelection } from "../use-log-selection.ts";

type Page = ResponseOf<typeof searchGenerations>;

/** Searches the requests of a selection; each further page searches older ones. The text is forgotten with the page. */
export function useSearch(text: string, selection: LogSelection) {
  const workspace = currentWorkspace();
  const pages = useInfiniteQuery<Page, ApiError>({
    queryKey: [searchGenerations.resource, searchGenerations.id, text, selection, workspace],
    queryFn: ({ pageParam, signal }) =>
      call(searchGenerations, { body: { ...selection, text, cursor: pageParam as string | undefined }, signal }),
    initialPageParam: undefined,
    getNextPageParam: (last) => last.cursor ?? undefined,
    enabled: selection.start !== undefined,
    refetchOnWindowFocus: false,
    gcTime: 0,
    retry: false,
  });
  const all = pages.data?.pages ?? [];
  const found = new Map(all.flatMap((page) => page.data.map((one) => [one.generation.id, one] as const)));
  const searched = {
    records: sumOf(all, "records"),
    contents: sumOf(all, "contents"),
    isComplete: all.at(-1)?.searched.is_complete ?? false,
    oldest: all.findLast((page) => page.searched.oldest !== null)?.searched.oldest ?? null,
  };
  return { pages, found: [...found.values()], searched };
}

function sumOf(pages: readonly Page[], name: "records" | "contents"): number {
  return pages.reduce((sum, page) => sum + page.searched[name], 0);
}
