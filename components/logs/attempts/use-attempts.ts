"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { z } from "zod";
import type { ApiError } from "#lib/api/api-error.ts";
import { call } from "#lib/api/client.ts";
import { currentWorkspace } from "#lib/api/workspace.ts";
import type { ResponseOf } from "#lib/contract/endpoint.ts";
import { type GenerationAttempt, listGenerationAttempts } from "#lib/contract/generation-attempts.ts";
import type { LogSelection } from "../use-log-selection.ts";
import { useLogView } from "../use-log-view.ts";

export type Attempt = z.output<typeof GenerationAttempt>;

/** Reads the attempts of the selected requests, page by page. */
export function useAttempts(selection: LogSelection) {
  const { view } = useLogView();
  const query = {
    ...selection,
    attempt_provider: view.attemptProvider ?? undefined,
    attempt_outcome: view.attemptOutcome ?? undefined,
  };
  const pages = useInfiniteQuery<ResponseOf<typeof listGenerationAttempts>, ApiError>({
    queryKey: [listGenerationAttempts.resource, listGenerationAttempts.id, query, currentWorkspace()],
    queryFn: ({ pageParam, signal }) =>
      call(listGenerationAttempts, { query: { ...query, cursor: pageParam as string | undefined }, signal }),
    initialPageParam: undefined,
    getNextPageParam: (last) => last.cursor ?? undefined,
    placeholderData: keepPreviousData,
    enabled: selection.start !== undefined,
    refetchOnWindowFocus: false,
  });
  const attempts = useMemo(() => pages.data?.pages.flatMap((page) => page.data) ?? [], [pages.data]);
  return { pages, attempts };
}
