import { createHash } from "node:crypto";
import type { PipelineGateway } from "#server/pipeline/pipeline-gateway.ts";
import { usesLoad } from "#server/pipeline/pools/arrange-pool.ts";
import type { CredentialLoad } from "#server/pipeline/pools/credential-load.ts";
import { createSharedLoads, type Loads } from "#server/pipeline/pools/shared-loads.ts";
import type { SharedStore } from "#server/pipeline/rate-limits/shared-counters.ts";
import { deriveKey, readSecret } from "#server/security/secret.ts";
import { type Job, runEvery } from "./run-every.ts";

const SHARE_MS = 1_000;

type Parts = Pick<PipelineGateway, "systemCredentials" | "credentials" | "environment" | "log"> & {
  processId: string;
};

/**
 * Tells the other processes each second what this one has in flight with the credentials of pools, and notes what they
 * have, if there is a Redis. Without a pool whose strategy uses the load it sends nothing. While Redis does not respond,
 * each process knows its own load only.
 */
export function shareLoads(parts: Parts, store: SharedStore | undefined): Job[] {
  if (!store) return [];
  const { environment, processId, log } = parts;
  const secret = deriveKey(readSecret(environment), "pool loads");
  const installation = createHash("sha256").update(secret).digest("hex").slice(0, 16);
  const { exchange } = createSharedLoads(store.redis, installation, processId);
  const system = systemLoads(parts);
  let known = new Map<string, CredentialLoad>();

  const note = (elsewhere: Loads) => {
    for (const [name, load] of known) load.elsewhere = elsewhere.get(name) ?? 0;
  };
  const share = async () => {
    const pooled = new Map([...system, ...parts.credentials.pooled()]);
    for (const [name, load] of known) if (pooled.get(name) !== load) load.elsewhere = 0;
    const isOrWas = pooled.size > 0 || known.size > 0;
    known = pooled;
    if (!isOrWas) return;
    const isDown = store.downSinceMs() !== undefined;
    note(isDown ? new Map() : await exchange(inFlightOf(known)).catch(forget));
  };
  const forget = (error: unknown): never => {
    note(new Map());
    throw error;
  };

  const sharing = runEvery(SHARE_MS, "share loads of credential pools", share, log);
  const leave = async () => {
    if (known.size > 0 && store.downSinceMs() === undefined) await exchange(new Map());
  };
  return [Object.assign(() => sharing().then(leave), { state: sharing.state })];
}

function inFlightOf(loads: ReadonlyMap<string, CredentialLoad>): Loads {
  return new Map([...loads].flatMap(([name, { inFlight }]) => (inFlight > 0 ? [[name, inFlight] as const] : [])));
}

/** Returns the loads of system credentials in pools; providers may share the variable of a key. */
function systemLoads({ systemCredentials }: Parts): [string, CredentialLoad][] {
  return [...systemCredentials].flatMap(([provider, { keys = [] }]) => {
    const members = keys.map(({ member }) => member);
    const isShared = members.length > 1 && members.some(({ strategy }) => usesLoad(strategy));
    return isShared ? members.map(({ id, load }): [string, CredentialLoad] => [`${provider} ${id}`, load]) : [];
  });
}
