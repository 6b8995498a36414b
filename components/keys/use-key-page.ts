"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { query } from "#lib/api/query.ts";
import { listKeys } from "#lib/contract/keys.ts";
import type { KeyView } from "./key-filters.ts";

export type KeyKind = "normal" | "management";

/** Returns one page of the keys of a kind, searched, filtered and sorted by the server, which has all of them. */
export function useKeyPage(kind: KeyKind, { q, status, unused, sort, order, offset, limit }: KeyView) {
  const input = {
    kind,
    q: q.trim(),
    offset,
    limit,
    include_status_counts: "true",
    ...(status && { status }),
    ...(unused && { unused_days: unused }),
    ...(sort && { sort, order }),
  };
  return useQuery({ ...query(listKeys, { query: input }), placeholderData: keepPreviousData });
}
