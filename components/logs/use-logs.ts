"use client";

import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ApiError } from "#lib/api/api-error.ts";
import { call } from "#lib/api/client.ts";
import { currentWorkspace } from "#lib/api/workspace.ts";
import type { ResponseOf } from "#lib/contract/endpoint.ts";
import { listGenerations } from "#lib/contract/generation-list.ts";
import { mergeRows } from "./live/tail.ts";
import { useLiveTail } from "./live/use-live-tail.ts";
import type { useLogSelection } from "./use-log-selection.ts";

const FIRST_PAGE = 50;
const NEXT_PAGE = 100;

type Page = ResponseOf<typeof listGenerations>;

/** Reads the requests of the view, page by page, and follows the new ones while the newest page is shown. */
export function useLogs({ selection, canFollow }: ReturnType<typeof useLogSelection>) {
  const { end, ...filter } = selection;
  const workspace = currentWorkspace();
  const client = useQueryClient();
  const key = [listGenerations.resource, "pages", filter, end, workspace];
  const pages = useInfiniteQuery<Page, ApiError>({
    queryKey: key,
    queryFn: ({ pageParam, signal }) =>
      call(listGenerations, {
        query: { ...filter, end, limit: pageParam ? NEXT_PAGE : FIRST_PAGE, cursor: pageParam as string | undefined },
        signal,
      }),
    initialPageParam: undefined,
    getNextPageParam: (last) => last.cursor ?? undefined,
    placeholderData: keepPreviousData,
    enabled: filter.start !== undefined,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const reload = () => {
    client.setQueryData<InfiniteData<Page>>(
      key,
      (data) => data && { pages: data.pages.slice(0, 1), pageParams: [undefined] },
    );
    void pages.refetch();
  };
  const isCurrent = pages.data !== undefined && !pages.isPlaceholderData;
  const tail = useLiveTail({
    filter,
    loaded: isCurrent ? pages.data.pages[0]?.data : undefined,
    canFollow,
    reload,
  });
  const shown = isCurrent ? tail.shown : undefined;
  const rows = useMemo(
    () => mergeRows(shown ?? [], pages.data?.pages.flatMap((page) => page.data) ?? []),
    [shown, pages.data],
  );
  return { pages, rows, tail };
}
