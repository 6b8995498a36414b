"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import type { ApiError } from "#lib/api/api-error.ts";
import { call } from "#lib/api/client.ts";
import { currentWorkspace } from "#lib/api/workspace.ts";
import type { ResponseOf } from "#lib/contract/endpoint.ts";
import { listFiles } from "#lib/contract/files.ts";

const PAGE = 50;

type Page = Extract<ResponseOf<typeof listFiles>, { total_count: number }>;
export type StoredFile = Page["data"][number];

/** Reads the workspace's files, newest first, page by page. */
export function useFiles() {
  const workspace = currentWorkspace();
  const pages = useInfiniteQuery<Page, ApiError>({
    queryKey: [listFiles.resource, "pages", workspace],
    // The other formats are for providers' clients, chosen by headers that a browser does not send.
    queryFn: async ({ pageParam, signal }) =>
      (await call(listFiles, { query: { limit: PAGE, cursor: pageParam as string | undefined }, signal })) as Page,
    initialPageParam: undefined,
    getNextPageParam: (last) => last.cursor ?? undefined,
  });
  const files = pages.data?.pages.flatMap((page) => page.data) ?? [];
  // The last page read is the most current.
  const last = pages.data?.pages.at(-1);
  return { pages, files, total: { count: last?.total_count ?? 0, sizeBytes: last?.total_size_bytes ?? 0 } };
}
