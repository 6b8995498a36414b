"use client";

import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTimeRange } from "#components/charts/time/use-time-range.ts";
import type { ApiError } from "#lib/api/api-error.ts";
import { call } from "#lib/api/client.ts";
import { query } from "#lib/api/query.ts";
import { currentWorkspace } from "#lib/api/workspace.ts";
import type { ResponseOf } from "#lib/contract/endpoint.ts";
import { listGenerations } from "#lib/contract/generation-list.ts";
import { logQuery, useLogView } from "./use-log-view.ts";

const PAGE = 50;
const LOOK_MS = 10_000;
/** Above this, "100 or more" is shown. */
const MOST_NEW = 100;

type Page = ResponseOf<typeof listGenerations>;

/**
 * Reads the calls of the view, page by page, as of the time the range was chosen: newer rows are counted and shown on
 * request, so that the table does not move under the reader.
 */
export function useLogs() {
  const { view } = useLogView();
  const { range, name } = useTimeRange();
  const [pinned, setPinned] = useState<{ name: string; from: number; to: number }>();
  if (range && (pinned?.name !== name || (name === "custom" && pinned.from !== range.from))) {
    setPinned({ name, from: range.from, to: range.to });
  }
  const filter = { ...logQuery(view), start: pinned && new Date(pinned.from).toISOString() };
  const end = pinned && name === "custom" ? new Date(pinned.to).toISOString() : undefined;
  const workspace = currentWorkspace();
  const pages = useInfiniteQuery<Page, ApiError>({
    queryKey: [listGenerations.resource, "pages", filter, end, workspace],
    queryFn: ({ pageParam, signal }) =>
      call(listGenerations, {
        query: { ...filter, end, limit: PAGE, cursor: pageParam as string | undefined },
        signal,
      }),
    initialPageParam: undefined,
    getNextPageParam: (last) => last.cursor ?? undefined,
    placeholderData: keepPreviousData,
    enabled: pinned !== undefined,
    refetchOnWindowFocus: false,
  });
  const rows = pages.data?.pages.flatMap((page) => page.data) ?? [];
  const fresh = useFresh(filter, rows[0], name !== "custom" && pages.data !== undefined);
  return { pages, rows, fresh, selection: { ...filter, end } };
}

/** Counts the calls of the view newer than its first row. */
function useFresh(
  filter: ReturnType<typeof logQuery>,
  newest: { id: string; created_at: string } | undefined,
  on: boolean,
) {
  const start = newest?.created_at ?? filter.start;
  const { data } = useQuery({
    ...query(listGenerations, { query: { ...filter, start, limit: MOST_NEW } }),
    enabled: on && start !== undefined,
    refetchInterval: LOOK_MS,
  });
  const index = data?.data.findIndex(({ id }) => id === newest?.id) ?? 0;
  return index < 0 ? (data?.data.length ?? 0) : index;
}
