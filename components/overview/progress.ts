"use client";

import { useQuery } from "@tanstack/react-query";
import { query } from "#lib/api/query.ts";
import { listGenerations } from "#lib/contract/generation-list.ts";
import { listKeys } from "#lib/contract/keys.ts";
import { listProviders } from "#lib/contract/providers.ts";

const POLL_MS = 2000;

/**
 * Returns the workspace's progress to its first request, sent with a key or from the playground; polls until it has
 * arrived.
 */
export function useProgress() {
  const keys = useQuery({
    ...query(listKeys, { query: { kind: "normal", limit: 100 } }),
    refetchInterval: ({ state }) => (state.data?.data.some((key) => key.last_used_at) ? false : POLL_MS),
  });
  const succeeded = useQuery({
    ...query(listGenerations, { query: { status_class: "ok", limit: 1 } }),
    refetchInterval: ({ state }) => (state.data?.data.length ? false : POLL_MS),
  });
  const providers = useQuery(query(listProviders));
  const connected = providers.data?.data.filter((provider) => provider.available && provider.slug !== "local");
  const firstUse = keys.data?.data
    .map((key) => key.last_used_at)
    .filter((at) => at !== null)
    .toSorted()[0];
  return {
    keys,
    known: Boolean(keys.data && succeeded.data && providers.data),
    providers: connected ?? [],
    keyCount: keys.data?.total_count ?? 0,
    usedAt: firstUse ?? succeeded.data?.data[0]?.created_at,
  };
}
