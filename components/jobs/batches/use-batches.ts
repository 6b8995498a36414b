"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import type { ApiError } from "#lib/api/api-error.ts";
import { call } from "#lib/api/client.ts";
import { currentWorkspace } from "#lib/api/workspace.ts";
import { listBatches } from "#lib/contract/batches.ts";
import type { ResponseOf } from "#lib/contract/endpoint.ts";
import { hasBatchEnded } from "#lib/jobs/batch-states.ts";

const PAGE = 50;
/** Polling interval while a batch runs, and while none does, to notice those that others create. */
export const BUSY_MS = 2_000;
const QUIET_MS = 15_000;

type Page = ResponseOf<typeof listBatches>;
export type BatchEntry = Page["data"][number];

/** Reads the workspace's batches, newest first, page by page, and polls while the page is visible. */
export function useBatches() {
  const workspace = currentWorkspace();
  const pages = useInfiniteQuery<Page, ApiError>({
    queryKey: [listBatches.resource, "pages", workspace],
    queryFn: ({ pageParam, signal }) =>
      call(listBatches, { query: { limit: PAGE, after: pageParam as string | undefined }, signal }),
    initialPageParam: undefined,
    getNextPageParam: (last) => (last.has_more ? (last.last_id ?? undefined) : undefined),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ data }) => data.some(isUnfinished)) ? BUSY_MS : QUIET_MS,
  });
  return { pages, batches: pages.data?.pages.flatMap(({ data }) => data) ?? [] };
}

export function isUnfinished({ status }: Pick<BatchEntry, "status">): boolean {
  return !hasBatchEnded(status);
}
