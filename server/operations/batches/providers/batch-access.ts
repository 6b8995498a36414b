import type { BatchRow } from "#server/data/batches.ts";
import type { ProviderBatchRow } from "#server/data/provider-batches.ts";
import type { Gateway } from "#server/gateway.ts";
import { adapterBaseUrl, adapterCredential, egressOf, transportFetch } from "#server/pipeline/attempts/transport.ts";
import { addressOf } from "#server/pipeline/planning/system-credentials.ts";
import type { BatchTarget, ProviderBatches } from "#server/providers/batch.ts";
import { upstreamFetch } from "#server/providers/exchange/http.ts";

/** Returns how a provider runs batches; undefined if it has none. */
export function findBatches(
  { providerSets }: Pick<Gateway, "providerSets">,
  provider: string,
): ProviderBatches | undefined {
  return providerSets.of(undefined).providers.get(provider)?.batches;
}

/** `credential`: a secret, for masking. */
export type BatchAccess = { batches: ProviderBatches; credential: string; target(timeoutMs: number): BatchTarget };

/** Returns the credential and address of a batch at a provider; undefined while its credential is unavailable. */
export function findBatchAccess(
  gateway: Gateway,
  batch: BatchRow,
  { provider: id, access }: ProviderBatchRow,
  stopping: AbortSignal,
): BatchAccess | undefined {
  const available = gateway.providerSets.of(batch);
  const provider = available.providers.get(id);
  if (!provider?.batches) return undefined;
  const system = available.systemCredentials.get(id);
  const [kind, name = ""] = access.split(/:(.*)/);
  const systemCredential = () =>
    name === "" ? system?.credential : system?.keys?.find(({ member }) => member.id === name)?.credential;
  const credential = kind === "own" ? gateway.credentials.keyOf(name) : systemCredential();
  if (credential === undefined) return undefined;
  const baseUrl = system?.baseUrl ?? addressOf(provider, gateway.environment.variables);
  const target = { provider, credential, baseUrl, endpoint: { upstreamModel: "" } };
  const fetch = transportFetch(gateway, target, upstreamFetch(egressOf(gateway, provider)));
  return {
    batches: provider.batches,
    credential,
    target: (timeoutMs) => ({
      baseUrl: adapterBaseUrl(target),
      credential: adapterCredential(target),
      fetch,
      signal: AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs)]),
    }),
  };
}
