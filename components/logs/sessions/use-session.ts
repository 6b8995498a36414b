"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ApiError } from "#lib/api/api-error.ts";
import { call } from "#lib/api/client.ts";
import { currentWorkspace } from "#lib/api/workspace.ts";
import type { ResponseOf } from "#lib/contract/endpoint.ts";
import { getGenerationSession } from "#lib/contract/generation-sessions.ts";

type Page = ResponseOf<typeof getGenerationSession>;
export type Turn = Page["data"]["turns"][number];

/** Reads a session, and its requests page by page. */
export function useSession(id: string) {
  const pages = useInfiniteQuery<Page, ApiError>({
    queryKey: [getGenerationSession.resource, getGenerationSession.id, id, currentWorkspace()],
    queryFn: ({ pageParam, signal }) =>
      call(getGenerationSession, { query: { session_id: id, cursor: pageParam as string | undefined }, signal }),
    initialPageParam: undefined,
    getNextPageParam: (last) => last.cursor ?? undefined,
    refetchOnWindowFocus: false,
  });
  const turns = useMemo(() => pages.data?.pages.flatMap(({ data }) => data.turns) ?? [], [pages.data]);
  return { pages, session: pages.data?.pages.at(-1)?.data.session, turns };
}
