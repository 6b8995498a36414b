"use client";

import { useQuery } from "@tanstack/react-query";
import { query } from "#lib/api/query.ts";
import { listKeys } from "#lib/contract/keys.ts";
import { listProviders } from "#lib/contract/providers.ts";

const POLL_MS = 2000;

/** Returns the workspace's progress to its first request; polls until it has arrived. */
export function useProgress() {
  const keys = useQuery({
    ...query(listKeys, { query: { kind: "normal", limit: 100 } }),
    refetchInterval: ({ state }) => (state.data?.data.some((key) => key.last_used_at) ? false : POLL_MS),
  });
  const providers = useQuery(query(listProviders));
  const connected = providers.data?.data.filter((provider) => provider.available && provider.slug !== "local");
  const firstUse = keys.data?.data
    .map((key) => key.last_used_at)
    .filter((at) => at !== null)
    .toSorted()[0];
  return {
    keys,
    known: Boolean(keys.data && providers.data),
    providers: connected ?? [],
    keyCount: keys.data?.total_count ?? 0,
    usedAt: firstUse,
  };
}
