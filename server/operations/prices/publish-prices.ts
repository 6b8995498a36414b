import { readOverlay } from "#server/catalogue/read-overlay.ts";
import { forgetPriceCheck } from "#server/catalogue/refresh/price-check.ts";
import { announce } from "#server/data/changes.ts";
import type { Gateway } from "#server/gateway.ts";

/** Applies changed prices starting with the next request, here at once and in other processes by announcement. */
export async function publishPrices({ catalogue, database, now }: Gateway): Promise<void> {
  catalogue.overlay(await readOverlay(database.queries, now()));
  await forgetPriceCheck(database.queries);
  await announce(database, "prices");
}
