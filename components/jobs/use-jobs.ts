"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { query } from "#lib/api/query.ts";
import type { ResponseOf } from "#lib/contract/endpoint.ts";
import { listVideos } from "#lib/contract/videos.ts";
import { pauseOf } from "#lib/video-polling.ts";
import { isSettled } from "#lib/video-states.ts";
import { useOffset } from "./job-view.ts";

export const PAGE = 50;
/** Polling interval while no job is in progress, to notice jobs that others start. */
const QUIET_MS = 15_000;

export type VideoEntry = ResponseOf<typeof listVideos>["data"][number];

/** Reads a page of the workspace's jobs, and polls while it is visible. */
export function useJobs() {
  const [offset] = useOffset();
  return useQuery({
    ...query(listVideos, { query: { limit: PAGE, offset } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => {
      // The youngest job, the first in the list, decides.
      const youngest = state.data?.data.find(isInProgress);
      return youngest ? pauseOf(state.dataUpdatedAt - Date.parse(youngest.created_at)) : QUIET_MS;
    },
  });
}

/** The job may still produce a result. */
export function isInProgress({ status }: Pick<VideoEntry, "status">): boolean {
  return !isSettled(status);
}
