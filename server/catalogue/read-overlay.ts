import { createHash } from "node:crypto";
import type { Database, Queries } from "#server/data/database.ts";
import { loadPrices, loadRefreshes, type PriceRow, storeShippedPrices } from "#server/data/prices.ts";
import { loadNow } from "#server/data/recall.ts";
import { readSetting, writeSetting } from "#server/data/settings.ts";
import type { Usage } from "#server/providers/usage/usage.ts";
import type { Overlay } from "./catalogue.ts";
import type { Model, ModelEndpoint, Price } from "./model.ts";
import type { PriceOverride } from "./overrides.ts";

/** Reads the database's additions to the snapshot: rows in force at a time or later, and models added by refreshes. */
export async function readOverlay(queries: Queries, nowMs: number, recall = loadNow): Promise<Overlay> {
  const load = () => Promise.all([loadPrices(queries, new Date(nowMs)), loadRefreshes(queries)]);
  const [rows, refreshes] = await recall("prices", load);
  return {
    models: refreshes.flatMap(({ models }) => models as Model[]),
    endpoints: refreshes.flatMap(({ endpoints }) => endpoints as ModelEndpoint[]),
    prices: rows.filter(({ origin }) => origin === "refresh").map(priceOf),
    overrides: rows.filter(({ origin }) => origin === "override").map(overrideOf),
  };
}

/** Converts a row of the database to a catalogue price; a discount has no price of its own and counts as 0. */
export function priceOf(row: PriceRow): Price {
  return {
    id: row.id,
    modelEndpoint: row.modelEndpoint ?? "",
    unit: row.unit as keyof Usage,
    nanoUsdPerMillion: row.nanoUsdPerMillion ?? 0,
    minPromptTokens: row.minPromptTokens,
    serviceTier: row.serviceTier,
    source: row.source,
    sourceRevision: row.sourceRevision,
    asOf: row.asOf,
    disputed: row.disputed,
    origin: row.origin as "refresh" | "override",
    validFrom: row.validFrom.toISOString(),
    ...(row.validTo && { validTo: row.validTo.toISOString() }),
    ...(row.reserveNanoUsdPerMillion !== null && { reserveNanoUsdPerMillion: row.reserveNanoUsdPerMillion }),
    ...(row.variant !== null && { variant: row.variant }),
    ...(row.hoursStartMinute !== null &&
      row.hoursEndMinute !== null && {
        hoursUtc: { startMinute: row.hoursStartMinute, endMinute: row.hoursEndMinute },
      }),
    ...(row.nanoUsdPerMillion === null && { withdrawn: true as const }),
  };
}

function overrideOf(row: PriceRow): PriceOverride {
  const { provider, modelEndpoint, credentialId, discountBasisPoints, unit, serviceTier, id } = row;
  const target = { provider, modelEndpoint, credentialId };
  const { validFrom = "", validTo, ...price } = priceOf(row);
  const span = { validFrom, ...(validTo !== undefined && { validTo }) };
  if (discountBasisPoints === null) return { ...target, ...span, kind: "price", price };
  const scope = { unit: unit as keyof Usage | null, serviceTier };
  return { ...target, ...span, ...scope, kind: "discount", id, basisPoints: discountBasisPoints };
}

const KEPT = "kept prices";

/**
 * Stores the rows of a snapshot in the database, so that past charges can be proved after the next one is installed.
 * Row ids are derived from their content: a snapshot stored before costs one query.
 */
export async function keepSnapshot(database: Database, prices: readonly Price[]): Promise<void> {
  const digest = createHash("sha256")
    .update(prices.map(({ id }) => id).join())
    .digest("hex");
  if ((await readSetting(database.queries, KEPT)) === digest) return;
  await storeShippedPrices(database, prices);
  await writeSetting(database.queries, KEPT, digest);
}
