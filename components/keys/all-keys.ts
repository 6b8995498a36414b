"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { query } from "#lib/api/query.ts";
import { listKeys } from "#lib/contract/keys.ts";
import type { Key } from "./key-status.tsx";

const PAGE = 100;
/** So many keys are read to be filtered and sorted here; beyond that the list says that it is not whole. */
const MOST = 1000;

export type KeyKind = "normal" | "management";

/** Every key of one kind in the workspace, read page by page, with how many there are in all. */
export function useAllKeys(kind: KeyKind) {
  const page = (offset: number) => query(listKeys, { query: { kind, offset, limit: PAGE } });
  const first = useQuery(page(0));
  const total = first.data?.total_count ?? 0;
  const offsets = Array.from({ length: Math.ceil(Math.min(total, MOST) / PAGE) - 1 }, (_, index) => (index + 1) * PAGE);
  const rest = useQueries({ queries: offsets.length > 0 ? offsets.map(page) : [] });
  const keys: Key[] = [...(first.data?.data ?? []), ...rest.flatMap((answer) => answer.data?.data ?? [])];
  const failed = rest.filter((answer) => answer.isError).length;
  return { first, keys, total, partial: failed > 0 || total > MOST };
}
