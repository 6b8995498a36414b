import type { Database } from "#server/data/database.ts";
import { storeShippedPrices } from "#server/data/prices.ts";
import type { Environment } from "#server/env.ts";
import { discover } from "#server/providers/exchange/discover.ts";
import type { Catalogue } from "./catalogue.ts";
import { discoveredEndpoint } from "./discovery.ts";

type Parts = {
  environment: Environment;
  database: Database;
  systemCredentials: Map<string, { credential: string; baseUrl: string }>;
  catalogue: Catalogue;
  now(): number;
};

/** Adds the models of model servers on this machine, unless the operator set another address for their provider. */
export async function addFoundServers({
  environment,
  database,
  systemCredentials,
  catalogue,
  now,
}: Parts): Promise<void> {
  for (const { provider, baseUrl, models } of await discover({ fetch, ownPort: environment.PORT })) {
    if (systemCredentials.has(provider) && systemCredentials.get(provider)?.baseUrl !== baseUrl) continue;
    systemCredentials.set(provider, { credential: "", baseUrl });
    for (const upstreamModel of models) {
      const foundAt = Math.floor(now() / 1000);
      const found = { provider, upstreamModel, foundAt, contextLength: null, isFree: true, zeroDataRetention: true };
      if (catalogue.endpoint(`${provider}/${upstreamModel}@${provider}`)) continue;
      const addition = discoveredEndpoint(found);
      await storeShippedPrices(database, addition.prices);
      catalogue.addEndpoints(addition);
    }
  }
}
