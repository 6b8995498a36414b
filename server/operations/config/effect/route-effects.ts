import { usdOf } from "#lib/nano-usd.ts";
import type { KeyRecord, Principal } from "#server/caller/principal.ts";
import type { ModelEndpoint } from "#server/catalogue/model.ts";
import type { RecentCall } from "#server/data/recent-calls.ts";
import type { Gateway } from "#server/gateway.ts";
import type { RoutingLimits } from "#server/guardrails/effective.ts";
import { costOf } from "#server/ledger/prices/cost.ts";
import { credentialsFor } from "#server/pipeline/planning/credentials-for.ts";
import { endpointRefusal, modelRefusal, type RoutingRefusal } from "#server/pipeline/planning/guardrail-routing.ts";
import { regionDenial } from "#server/pipeline/planning/region-denial.ts";
import { providers } from "#server/providers/registry.ts";
import type { Usage } from "#server/providers/usage/usage.ts";
import type { Comparison, Effect } from "./comparison.ts";
import type { DecidingState } from "./planned-state.ts";

type Rejected = { workspace: string; cause: string; calls: number; nanoUsd: number; models: Set<string> };
type Moved = { workspace: string; cause: string; calls: number; nanoUsd: number; newNanoUsd: number; unpriced: number };

const MODELS_SHOWN = 10;

/** Counts the successful requests that changed keys, allow lists and routes would have rejected or moved. */
export function routeEffects(comparison: Comparison) {
  const rejected = new Map<string, Rejected>();
  const moved = new Map<string, Moved>();
  return {
    add(workspace: string, workspaceId: string, call: RecentCall): void {
      if (call.status >= 400) return;
      const verdict = verdictOn(comparison, workspaceId, call);
      if (!verdict) return;
      const id = `${workspace} ${verdict.cause}`;
      const start = { workspace, cause: verdict.cause, calls: 0, nanoUsd: 0 };
      if (!verdict.left) {
        const one = rejected.get(id) ?? { ...start, models: new Set() };
        one.calls += 1;
        one.nanoUsd += call.costNanoUsd;
        one.models.add(call.requestedModel);
        rejected.set(id, one);
        return;
      }
      const one = moved.get(id) ?? { ...start, newNanoUsd: 0, unpriced: 0 };
      const cost = cheapest(comparison, call, verdict.left);
      one.calls += 1;
      one.nanoUsd += call.costNanoUsd;
      if (cost === undefined) one.unpriced += 1;
      else one.newNanoUsd += cost;
      moved.set(id, one);
    },
    counts: (): Pick<Effect, "rejected" | "moved"> => ({
      rejected: [...rejected.values()].map(({ nanoUsd, models, ...one }) => ({
        ...one,
        cost_usd: usdOf(nanoUsd),
        models: [...models].slice(0, MODELS_SHOWN),
      })),
      moved: [...moved.values()].map(({ nanoUsd, newNanoUsd, unpriced, ...one }) => ({
        ...one,
        cost_usd: usdOf(nanoUsd),
        new_cost_usd: usdOf(newNanoUsd),
        unpriced_calls: unpriced,
      })),
    }),
  };
}

/** `left`: the model endpoints that would still be allowed; absent if the request would be rejected. */
type Verdict = { cause: string; left?: readonly ModelEndpoint[] };

/** Returns the decisions that the plan changes; undefined if there are none. */
function verdictOn(comparison: Comparison, workspaceId: string, call: RecentCall): Verdict | undefined {
  const { gateway, before, after } = comparison;
  const key = keyVerdict(before, after, call.keyHash);
  if (key) return key;
  const endpoint = call.modelEndpoint === null ? undefined : gateway.catalogue.endpoint(call.modelEndpoint);
  const found = gateway.catalogue.resolve(call.requestedModel) ?? gateway.catalogue.resolve(call.model ?? "");
  if (!endpoint || !found) return undefined;
  const { model, variant } = found;
  const [old, routing] = [before, after].map((state) => routingOf(state, workspaceId, call));
  if (!old || !routing) return undefined;
  const caller = callerOf(comparison, workspaceId, call);
  const forbidsIn = (limits: RoutingLimits, at: ModelEndpoint) => refusalIn(comparison, caller, limits, at);
  if (modelRefusal(old, model, variant) ?? forbidsIn(old, endpoint)) return undefined;
  const ofModel = modelRefusal(routing, model, variant);
  const refusal = ofModel ?? forbidsIn(routing, endpoint);
  if (!refusal) return undefined;
  const cause = `guardrail ${refusal.source.name}`;
  const left = ofModel
    ? []
    : gateway.catalogue
        .endpointsOf(call.requestedModel)
        .filter((one) => !forbidsIn(routing, one) && isReachable(comparison, caller, one));
  return left.length > 0 ? { cause, left } : { cause };
}

function keyVerdict(before: DecidingState, after: DecidingState, hash: string | null): Verdict | undefined {
  const old = hash === null ? undefined : before.keys.find(hash);
  if (!old || old.disabled) return undefined;
  const key = after.keys.find(old.hash);
  if (!key) return { cause: `key ${old.name}: deleted` };
  return key.disabled ? { cause: `key ${old.name}: disabled` } : undefined;
}

/** Returns the limits on routes that apply to a request's caller. */
function routingOf(state: DecidingState, workspaceId: string, call: RecentCall): RoutingLimits {
  return state.guardrails.effective(guardedCaller(state, workspaceId, call)).routing;
}

export function guardedCaller(
  { keys }: DecidingState,
  workspaceId: string,
  { keyHash, userId }: { keyHash: string | null; userId: string | null },
) {
  const key = keyHash === null ? undefined : keys.find(keyHash);
  return { workspaceId, userId, ...(key && { key }) };
}

function callerOf({ organizationId, after }: Comparison, workspaceId: string, call: RecentCall): Principal {
  const key: KeyRecord | undefined = call.keyHash === null ? undefined : after.keys.find(call.keyHash);
  return { organizationId, workspaceId, userId: call.userId, management: false, ...(key && { key }) };
}

/** Returns what forbids a model endpoint; its data region is that of today's credentials. */
function refusalIn(
  { gateway }: Comparison,
  caller: Principal,
  limits: RoutingLimits,
  endpoint: ModelEndpoint,
): RoutingRefusal | undefined {
  return (
    endpointRefusal(limits, endpoint) ?? regionDenial(partsOf(gateway), caller, limits.allowedDataRegions, endpoint)
  );
}

/** Returns whether the caller has a credential for a model endpoint. */
function isReachable({ gateway }: Comparison, caller: Principal, endpoint: ModelEndpoint): boolean {
  const provider = providers.get(endpoint.provider);
  return provider !== undefined && credentialsFor(partsOf(gateway), caller, endpoint, provider).length > 0;
}

function partsOf({ catalogue, credentials, systemCredentials, environment }: Gateway) {
  const { variables, DATA_REGIONS: dataRegions } = environment;
  return { catalogue, credentials, systemCredentials, providers, variables, dataRegions };
}

/**
 * Returns the lowest cost of a request's usage at these endpoints, in nano-USD; undefined if none has all its prices.
 */
function cheapest({ gateway }: Comparison, call: RecentCall, left: readonly ModelEndpoint[]): number | undefined {
  const costs = left
    .map(({ id }) => costOf(call.usage as Usage, gateway.catalogue.pricesOf(id, gateway.now())))
    .filter(({ unpriced, lines }) => unpriced.length === 0 && lines.length > 0)
    .map(({ nanoUsd }) => nanoUsd);
  return costs.length > 0 ? Math.min(...costs) : undefined;
}
