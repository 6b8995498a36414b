"use client";

import { useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import { query } from "#lib/api/query.ts";
import { type LivePool, listCredentialPools } from "#lib/contract/credential-pools.ts";

export type Pool = z.output<typeof LivePool>;
export type LiveCredential = Pool["credentials"][number];

/** How often to read the state of the credentials. */
const LOOK_MS = 5_000;

/** Reads the pools of credentials that the workspace can use, with their current state. */
export function usePools() {
  const { data, error } = useQuery({ ...query(listCredentialPools), refetchInterval: LOOK_MS });
  const pools = data?.data ?? [];
  const own = pools.filter(({ is_system }) => !is_system);
  return {
    error,
    system: pools.filter(({ is_system }) => is_system),
    /** The strategy of a provider's keys for this workspace, or for every workspace. */
    strategyOf: (provider: string, everyWorkspace: boolean): Pool["strategy"] =>
      own.find((pool) => pool.provider === provider && (pool.workspace_id === null) === everyWorkspace)?.strategy ??
      "ordered",
    liveOf: (id: string): LiveCredential | undefined =>
      own.flatMap(({ credentials }) => credentials).find((one) => one.id === id),
  };
}
