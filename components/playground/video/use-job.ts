"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { query } from "#lib/api/query.ts";
import { getVideo, listVideos } from "#lib/contract/videos.ts";
import { isSettled } from "#lib/video-states.ts";
import type { KeptJob } from "./kept-jobs.ts";
import { addressEndMs, pauseOf } from "./poll-pause.ts";

/**
 * A job as it is now. While it is under way it is asked for again, ever more rarely, as long as the page is looked at;
 * one that is done once more when its addresses end to hold.
 */
export function useJob({ id, begunAtMs }: KeptJob) {
  const pauseFrom = (askedAtMs: number) => pauseOf(askedAtMs - begunAtMs);
  const asked = useQuery({
    ...query(getVideo, { params: { id } }),
    refetchInterval: ({ state }) => {
      if (state.error?.status === 404) return false;
      if (!state.data || !isSettled(state.data.status))
        return pauseFrom(Math.max(state.dataUpdatedAt, state.errorUpdatedAt));
      const endMs = addressEndMs(state.data.unsigned_urls?.[0]);
      return endMs === undefined ? false : Math.max(1000, endMs - state.dataUpdatedAt);
    },
  });
  const { data: job, error, refetch, isFetching } = asked;
  const askedAtMs = Math.max(asked.dataUpdatedAt, asked.errorUpdatedAt);
  const isOver = job !== undefined && isSettled(job.status);
  const details = useDetails(id, isOver);
  return { job, error, refetch, isFetching, isOver, nextLookMs: askedAtMs + pauseFrom(askedAtMs), details };
}

export type WatchedJob = ReturnType<typeof useJob>;

/** When a job that is over began, ended, and when its videos go: that is in the list of jobs alone. */
function useDetails(id: string, isOver: boolean) {
  const { data, isSuccess, refetch } = useQuery({ ...query(listVideos, { query: { limit: 100 } }), enabled: isOver });
  const details = data?.data.find((job) => job.id === id);
  const isOld = isOver && isSuccess && !details?.completed_at;
  useEffect(() => {
    if (isOld) void refetch();
  }, [isOld, refetch]);
  return details;
}
