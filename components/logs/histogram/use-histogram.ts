"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { query } from "#lib/api/query.ts";
import { getGenerationHistogram } from "#lib/contract/generation-counts.ts";
import type { LogSelection } from "../use-log-selection.ts";

/** A range that ends now is counted again this often. */
const EVERY_MS = 30_000;

/** Counts the requests of the list over time; the previous counts remain while the next ones load. */
export function useHistogram({ start, end, ...filter }: LogSelection) {
  return useQuery({
    ...query(getGenerationHistogram, { query: { ...filter, start, end } }),
    placeholderData: keepPreviousData,
    enabled: start !== undefined,
    refetchOnWindowFocus: false,
    refetchInterval: end === undefined ? EVERY_MS : false,
  });
}
