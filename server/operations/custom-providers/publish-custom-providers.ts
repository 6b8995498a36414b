import { customEndpoints } from "#server/catalogue/custom/custom-endpoints.ts";
import { announce } from "#server/data/changes.ts";
import type { CustomProviderRow } from "#server/data/custom-providers.ts";
import { storeShippedPrices } from "#server/data/prices.ts";
import type { Gateway } from "#server/gateway.ts";

/** Applies changed custom providers from the next request, here at once and in other processes by announcement. */
export async function publishCustomProviders({ providerSets, database }: Gateway): Promise<void> {
  await providerSets.refresh();
  await announce(database, "custom-providers");
}

/** Stores the prices of a provider before a request can be charged by them, so that each charge can be proved later. */
export async function storePrices({ catalogue, database }: Gateway, row: CustomProviderRow): Promise<void> {
  await storeShippedPrices(database, customEndpoints(catalogue, row).prices);
}
