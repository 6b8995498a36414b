"use client";

import { useQueries } from "@tanstack/react-query";
import { useShell } from "#components/shell/shell-context.tsx";
import { query } from "#lib/api/query.ts";
import { listKeys } from "#lib/contract/keys.ts";
import type { Key } from "../key-status.tsx";

/** Returns the management keys of every workspace, newest first; `error` if one of the lists could not be read. */
export function useManagementKeys() {
  const { workspaces } = useShell();
  const lists = useQueries({
    queries: workspaces.map(({ id }) => query(listKeys, { query: { kind: "management", workspace_id: id } })),
  });
  const keys: Key[] = lists.flatMap(({ data }) => data?.data ?? []);
  return {
    keys: keys.toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at)),
    total: lists.reduce((sum, { data }) => sum + (data?.total_count ?? 0), 0),
    isPending: lists.some((list) => list.isPending),
    isFetching: lists.some((list) => list.isFetching),
    error: lists.find((list) => list.error && !list.data)?.error,
    refetch: () => {
      for (const list of lists) void list.refetch();
    },
  };
}
