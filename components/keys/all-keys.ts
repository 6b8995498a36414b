"use client";

import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { query } from "#lib/api/query.ts";
import { listKeys } from "#lib/contract/keys.ts";
import type { Key } from "./key-status.tsx";

const PAGE = 100;
/** So many keys are read to be filtered and sorted here; beyond that the list says that it is not whole. */
const MOST = 1000;

export type KeyKind = "normal" | "management";

/**
 * Every key of one kind in the workspace, read page by page, with how many there are in all. Where there are too many
 * to be read, those that match the search are, so that each key can still be found.
 */
export function useAllKeys(kind: KeyKind, search: string) {
  const q = search.trim();
  const all = usePages({ kind }, true);
  const narrows = all.total > MOST && q !== "";
  const matches = usePages({ kind, q }, narrows);
  const shown = narrows && matches.first.data ? matches : all;
  return {
    first: all.first,
    keys: shown.keys,
    total: all.total,
    /** How many there are of what is read in part; undefined when everything is read. */
    outOf: shown.total > MOST || shown.failed ? shown.total : undefined,
  };
}

function usePages(filter: { kind: KeyKind; q?: string }, enabled: boolean) {
  const page = (offset: number) => query(listKeys, { query: { ...filter, offset, limit: PAGE } });
  const first = useQuery({ ...page(0), enabled, placeholderData: keepPreviousData });
  const total = first.data?.total_count ?? 0;
  const offsets = Array.from({ length: Math.ceil(Math.min(total, MOST) / PAGE) - 1 }, (_, index) => (index + 1) * PAGE);
  const rest = useQueries({ queries: enabled && offsets.length > 0 ? offsets.map(page) : [] });
  const keys: Key[] = [...(first.data?.data ?? []), ...rest.flatMap((answer) => answer.data?.data ?? [])];
  return { first, keys, total, failed: rest.some((answer) => answer.isError) };
}
