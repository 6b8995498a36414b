import type { Dispatcher } from "undici";
import type { Database } from "#server/data/database.ts";
import { storeShippedPrices } from "#server/data/prices.ts";
import type { Log } from "#server/log.ts";
import { listModels } from "#server/providers/list-models.ts";
import type { Provider } from "#server/providers/provider.ts";
import type { Catalogue } from "./catalogue.ts";
import { discoveredEndpoint } from "./discovery.ts";
import type { Addition, ProviderFacts, Snapshot } from "./model.ts";

type ProviderAccess = ReadonlyMap<string, { credential: string; baseUrl: string }>;

export type ListedModelsParts = {
  providers: ReadonlyMap<string, Provider>;
  /** The system credential of each provider. */
  systemCredentials: ProviderAccess;
  catalogue: Catalogue;
  database: Database;
  egress: Dispatcher;
  log: Log;
  now(): number;
};

const REFRESH_MS = 3_600_000;

/**
 * Returns the snapshot plus the registered providers that it lacks, if this installation has a credential for them or
 * they accept a key.
 */
export function withRegistered(
  snapshot: Snapshot,
  providers: Iterable<Provider>,
  systemCredentials: ProviderAccess,
): Snapshot {
  const known = new Set(snapshot.providers?.map(({ id }) => id));
  const missing = [...providers].filter(
    ({ id, keyVariable }) => !known.has(id) && (keyVariable || systemCredentials.has(id)),
  );
  return { ...snapshot, providers: [...(snapshot.providers ?? []), ...missing.map(factsOf)] };
}

function factsOf({ id, name }: Provider): ProviderFacts {
  return {
    id,
    name,
    slug: id,
    privacyPolicyUrl: null,
    termsOfServiceUrl: null,
    statusPageUrl: null,
    headquarters: null,
  };
}

/**
 * Returns a job that adds the models of each accessible provider that no source describes, from its own model list;
 * undefined if there is no such provider. They have no price until one is set, unless the operator runs the server. A
 * list is read again after an hour; after a failed read, at the next run.
 */
export function listedModelsJob(parts: ListedModelsParts): (() => Promise<void>) | undefined {
  const { providers, systemCredentials, catalogue, now } = parts;
  const unlisted = [...providers.values()].filter(
    ({ id, modelList }) => modelList && systemCredentials.has(id) && catalogue.endpointsOfProvider(id).length === 0,
  );
  if (unlisted.length === 0) return undefined;
  const dueAt = new Map<string, number>();
  return async () => {
    const due = unlisted.filter(({ id }) => (dueAt.get(id) ?? 0) <= now());
    await Promise.all(
      due.map(async (provider) => {
        if (await offerModels(parts, provider)) dueAt.set(provider.id, now() + REFRESH_MS);
      }),
    );
  };
}

/** Adds the models in a provider's own list. Returns false if the list could not be read. */
async function offerModels(parts: ListedModelsParts, provider: Provider): Promise<boolean> {
  const { systemCredentials, catalogue, database, egress, log, now } = parts;
  const credential = systemCredentials.get(provider.id);
  if (!provider.modelList || !credential) return false;
  const request = { ...credential, list: provider.modelList, dispatcher: egress };
  const names = await listModels(request).catch((error: Error) => {
    log.warn({ provider: provider.id, reason: error.message }, "a provider's model list could not be read");
  });
  if (!names) return false;
  const isFree = !provider.keyVariable;
  const additions = names
    .filter((name) => !catalogue.endpoint(`${provider.id}/${name}@${provider.id}`))
    .map((upstreamModel) =>
      discoveredEndpoint({
        provider: provider.id,
        upstreamModel,
        foundAt: Math.floor(now() / 1000),
        contextLength: null,
        isFree,
        zeroDataRetention: isFree,
      }),
    );
  if (additions.length === 0) return true;
  const addition = mergeAdditions(additions);
  await storeShippedPrices(database, addition.prices);
  catalogue.addEndpoints(addition);
  return true;
}

function mergeAdditions(additions: readonly Addition[]): Addition {
  return {
    models: additions.flatMap(({ models }) => models),
    endpoints: additions.flatMap(({ endpoints }) => endpoints),
    prices: additions.flatMap(({ prices }) => prices),
  };
}
