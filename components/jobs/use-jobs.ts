"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { query } from "#lib/api/query.ts";
import type { ResponseOf } from "#lib/contract/endpoint.ts";
import { listVideos } from "#lib/contract/videos.ts";
import { isSettled } from "#lib/video-states.ts";
import { useOffset } from "./job-view.ts";

export const PAGE = 50;
/** While a job is under way its state is asked for this often, as long as the page is looked at. */
const UNDER_WAY_MS = 2_000;
/** For jobs that somebody else begins. */
const QUIET_MS = 15_000;

export type VideoEntry = ResponseOf<typeof listVideos>["data"][number];

/** A page of the workspace's jobs, asked for again while it is looked at. */
export function useJobs() {
  const [offset] = useOffset();
  return useQuery({
    ...query(listVideos, { query: { limit: PAGE, offset } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.data.every(({ status }) => isSettled(status)) === false ? UNDER_WAY_MS : QUIET_MS,
  });
}
