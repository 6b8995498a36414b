"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { usePreference } from "#components/ui/hooks/preference.ts";
import type { ApiError } from "#lib/api/api-error.ts";
import { call } from "#lib/api/client.ts";
import { currentWorkspace } from "#lib/api/workspace.ts";
import { listGenerations } from "#lib/contract/generation-list.ts";
import { type LogRow, type logQuery, useLogView } from "../use-log-view.ts";
import { extendTail, MOST_FOUND, pollFrom, type Tail } from "./tail.ts";
import { useAtTop } from "./use-at-top.ts";

const POLL_MS = 2000;
const POLL_AFTER_FAILURE_MS = 10_000;
const NONE: readonly LogRow[] = [];

type LiveTailOptions = {
  filter: ReturnType<typeof logQuery>;
  /** The rows of the first page; undefined while it loads. */
  loaded: readonly LogRow[] | undefined;
  /** Whether the range ends now. */
  canFollow: boolean;
  /** Reads the first page again and forgets the others. */
  reload: () => void;
};

/**
 * Polls for rows newer than the loaded ones, with one small query every two seconds and none in a hidden tab. They are
 * shown immediately while the top of the list is visible and no row is open; otherwise they wait until `show`.
 */
export function useLiveTail({ filter, loaded, canFollow, reload }: LiveTailOptions) {
  const { view } = useLogView();
  const [live] = usePreference("live");
  const [atTop, topMark] = useAtTop();
  const [resumed, setResumed] = useState<string>();
  const [round, setRound] = useState(0);
  const key = [listGenerations.resource, "tail", filter, currentWorkspace(), round];
  const isOn = canFollow && live === "on";
  const { data } = useQuery<Tail, ApiError>({
    queryKey: key,
    queryFn: async ({ client, signal }) => {
      const tail = client.getQueryData<Tail>(key) ?? { found: NONE, finishedAfter: undefined, isCut: false };
      const query = { ...filter, ...pollFrom(tail, loaded ?? NONE, filter.start), limit: MOST_FOUND };
      return extendTail(tail, (await call(listGenerations, { query, signal })).data, loaded ?? NONE);
    },
    enabled: isOn && loaded !== undefined,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (state.error ? POLL_AFTER_FAILURE_MS : POLL_MS),
  });
  const found = data?.found ?? NONE;
  const isFollowing = isOn && atTop && (view.peek === null || view.peek === resumed);
  const shown = useHeld(found, isFollowing, JSON.stringify(key));
  const isCut = data?.isCut ?? false;
  const restart = useEffectEvent(() => {
    setRound(round + 1);
    reload();
  });
  useEffect(() => {
    if (isFollowing && isCut) restart();
  }, [isFollowing, isCut]);
  const show = () => {
    setResumed(view.peek ?? undefined);
    window.scrollTo({ top: 0 });
  };
  return { topMark, isFollowing, found, shown, waiting: found.length - shown.length, isCut, show };
}

/** Returns the rows as they were when following stopped. */
function useHeld(found: readonly LogRow[], isFollowing: boolean, name: string): readonly LogRow[] {
  const [held, setHeld] = useState<{ name: string; rows: readonly LogRow[] }>();
  if (isFollowing ? held : held?.name !== name) setHeld(isFollowing ? undefined : { name, rows: found });
  return !isFollowing && held?.name === name ? held.rows : found;
}
