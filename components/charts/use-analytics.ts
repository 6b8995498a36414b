"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { query } from "#lib/api/query.ts";
import { queryAnalytics } from "#lib/contract/analytics.ts";
import type { BodyInput } from "#lib/contract/endpoint.ts";

/** The rows of an analytics query; those of the query before stay while the next are read. */
export function useAnalytics(body: BodyInput<typeof queryAnalytics>, enabled: boolean) {
  return useQuery({ ...query(queryAnalytics, { body }), placeholderData: keepPreviousData, enabled });
}
