"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { z } from "zod";
import type { ApiError } from "#lib/api/api-error.ts";
import { call } from "#lib/api/client.ts";
import { currentWorkspace } from "#lib/api/workspace.ts";
import type { ResponseOf } from "#lib/contract/endpoint.ts";
import { type GenerationSession, listGenerationSessions } from "#lib/contract/generation-sessions.ts";
import type { LogSelection } from "../use-log-selection.ts";

export type Session = z.output<typeof GenerationSession>;

/** Reads the sessions of a selection, page by page. */
export function useSessions(selection: LogSelection) {
  const pages = useInfiniteQuery<ResponseOf<typeof listGenerationSessions>, ApiError>({
    queryKey: [listGenerationSessions.resource, listGenerationSessions.id, selection, currentWorkspace()],
    queryFn: ({ pageParam, signal }) =>
      call(listGenerationSessions, { query: { ...selection, cursor: pageParam as string | undefined }, signal }),
    initialPageParam: undefined,
    getNextPageParam: (last) => last.cursor ?? undefined,
    placeholderData: keepPreviousData,
    enabled: selection.start !== undefined,
    refetchOnWindowFocus: false,
  });
  const sessions = useMemo(() => pages.data?.pages.flatMap((page) => page.data) ?? [], [pages.data]);
  return { pages, sessions };
}
