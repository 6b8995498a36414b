"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { query } from "#lib/api/query.ts";
import { listCredentials } from "#lib/contract/byok.ts";
import type { Credential } from "../credential-status.tsx";

const PAGE = 100;
/** The most keys read here; the API does not accept a longer order either. */
const MAX_CREDENTIALS = 500;
/** How often to check a key that has no requests yet. */
const LOOK_MS = 10_000;

/** Reads every provider key of the workspace, page by page, with their total number. */
export function useAllCredentials() {
  const page = (offset: number) => ({
    ...query(listCredentials, { query: { offset, limit: PAGE } }),
    refetchInterval: LOOK_MS,
  });
  const first = useQuery(page(0));
  const total = first.data?.total_count ?? 0;
  const offsets = Array.from(
    { length: Math.ceil(Math.min(total, MAX_CREDENTIALS) / PAGE) - 1 },
    (_, index) => (index + 1) * PAGE,
  );
  const rest = useQueries({ queries: offsets.length > 0 ? offsets.map(page) : [] });
  const credentials: Credential[] = [...(first.data?.data ?? []), ...rest.flatMap((answer) => answer.data?.data ?? [])];
  return { first, credentials, total };
}
