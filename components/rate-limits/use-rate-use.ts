"use client";

import { useQuery } from "@tanstack/react-query";
import type { RateLimit } from "#components/charts/rates/rate-words.ts";
import { query } from "#lib/api/query.ts";
import { getRateLimitUse } from "#lib/contract/rate-limits.ts";

const EVERY_MS = 10_000;

/** Reads the current use of a rule, and again every ten seconds while the page is visible. */
export function useRateUse({ id, workspace_id: workspace }: RateLimit) {
  return useQuery({ ...query(getRateLimitUse, { params: { id }, workspace }), refetchInterval: EVERY_MS });
}
