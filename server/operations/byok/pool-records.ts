import type { z } from "zod";
import type { LivePool } from "#lib/contract/credential-pools.ts";
import { errorType } from "#server/errors.ts";
import type { OwnCredential } from "#server/pipeline/planning/credential-directory.ts";
import { type CredentialLoad, unavailableUntil } from "#server/pipeline/pools/credential-load.ts";
import type { PoolMember } from "#server/pipeline/pools/pool-member.ts";
import { leftOf, limitsOf, type Quota } from "#server/pipeline/pools/quota.ts";
import { EVERY_MODEL, rejectedUntil } from "#server/pipeline/pools/rejections.ts";
import type { RateLimit } from "#server/providers/errors/rate-limits.ts";

type Pool = z.output<typeof LivePool>;
type Credential = Pool["credentials"][number];
type Model = Credential["models"][number];

/** Converts BYOK credentials to their API records, by pool. */
export function ownPools(credentials: readonly OwnCredential[], nowMs: number): Pool[] {
  const pools = Map.groupBy(credentials, ({ provider, workspaceId }) => `${provider} ${workspaceId}`);
  return [...pools.values()].map((all) => {
    const { provider, workspaceId, member } = all[0] as OwnCredential;
    return {
      provider,
      workspace_id: workspaceId,
      is_system: false,
      strategy: member.strategy,
      credentials: all.map((one) => ({
        ...liveRecord(one.member, nowMs),
        ...fixedState(one),
        is_fallback: one.isFallback,
      })),
    };
  });
}

/** Converts a provider's system credentials to their API record. */
export function systemPool(provider: string, members: readonly PoolMember[], nowMs: number): Pool {
  const { strategy } = members[0] as PoolMember;
  const credentials = members.map((member) => ({ ...liveRecord(member, nowMs), is_fallback: false }));
  return { provider, workspace_id: null, is_system: true, strategy, credentials };
}

/** Returns the state of a credential that is not used at all. */
function fixedState({ key, disabled }: OwnCredential): Pick<Credential, "state" | "available_at"> | undefined {
  if (key === undefined) return { state: "unreadable", available_at: null };
  return disabled ? { state: "disabled", available_at: null } : undefined;
}

function liveRecord({ id, name, weight, tier, load }: PoolMember, nowMs: number): Omit<Credential, "is_fallback"> {
  const models = modelRecords(load, nowMs);
  const rejectedMs = rejectedUntil(load.rejections, EVERY_MODEL, nowMs);
  const soonest = models.flatMap(({ available_at }) => available_at ?? []).sort()[0];
  const state = rejectedMs > 0 ? "rejected" : soonest === undefined ? "ready" : "limited";
  return {
    id,
    name,
    weight,
    tier,
    state,
    available_at: rejectedMs > 0 ? instant(rejectedMs) : (soonest ?? null),
    in_flight: load.inFlight + load.elsewhere,
    last_error: load.lastFailure
      ? {
          at: instant(load.lastFailure.atMs),
          status: load.lastFailure.status,
          type: errorType(load.lastFailure.status),
        }
      : null,
    models,
  };
}

function modelRecords(load: CredentialLoad, nowMs: number): Model[] {
  return [...load.quotas]
    .map(([endpointId, quota]) => modelRecord(load, endpointId, quota, nowMs))
    .sort((a, b) => (a.model_endpoint < b.model_endpoint ? -1 : 1));
}

function modelRecord(load: CredentialLoad, endpointId: string, quota: Quota, nowMs: number): Model {
  const untilMs = unavailableUntil(load, endpointId, nowMs);
  const isRejected = rejectedUntil(load.rejections, endpointId, nowMs) > 0;
  return {
    model_endpoint: endpointId,
    state: untilMs === 0 ? "ready" : isRejected ? "rejected" : "limited",
    available_at: untilMs === 0 ? null : instant(untilMs),
    limits: limitsOf(quota).map((limit) => limitRecord(quota, limit, nowMs)),
    reported_at: quota.headers ? instant(quota.notedAtMs) : null,
  };
}

function limitRecord(quota: Quota, limit: RateLimit, nowMs: number): Model["limits"][number] {
  const { kind, resetsAtMs } = limit;
  const wasReset = resetsAtMs !== undefined && resetsAtMs <= nowMs;
  return {
    kind,
    remaining: wasReset ? null : Math.floor(leftOf(quota, limit, nowMs)),
    limit: limit.limit === undefined ? null : Math.floor(limit.limit),
    resets_at: resetsAtMs === undefined ? null : instant(resetsAtMs),
  };
}

function instant(unixMs: number): string {
  return new Date(unixMs).toISOString();
}
