"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { query } from "#lib/api/query.ts";
import { queryAnalytics } from "#lib/contract/analytics.ts";
import type { BodyInput } from "#lib/contract/endpoint.ts";

/** Returns the rows of an analytics query; the previous rows remain while the next ones load. */
export function useAnalytics(body: BodyInput<typeof queryAnalytics>, enabled: boolean) {
  return useQuery({ ...query(queryAnalytics, { body }), placeholderData: keepPreviousData, enabled });
}
