import type { Transaction } from "#server/data/database.ts";
import { insertRefresh, type NewPrice } from "#server/data/prices.ts";
import { HttpError } from "#server/errors.ts";
import type { Price } from "../model.ts";
import type { RefreshPlan } from "./plan.ts";

export type Applied = { batchId: string; prices: number; models: number; endpoints: number };

/**
 * Writes a plan: its rows apply from `at` on (those announced for later, from their day), and its models are added.
 * Throws HttpError 409 if the plan has changed since it was shown, 400 if it changes nothing.
 */
export async function applyRefresh(
  queries: Transaction,
  plan: RefreshPlan,
  seenId: string | undefined,
  at: Date,
  createdBy: string,
): Promise<Applied> {
  if (seenId !== undefined && seenId !== plan.id)
    throw new HttpError(409, "The plan is out of date: the source or the prices have changed since. Plan again.");
  const { rows, models, endpoints, document } = plan;
  if (rows.length === 0 && endpoints.length === 0) throw new HttpError(400, "The refresh would change nothing");
  const { source, revision: sourceRevision, asOf } = document;
  const batchId = await insertRefresh(
    queries,
    { source, sourceRevision, asOf, models, endpoints, prices: rows.length, createdAt: at, createdBy },
    rows.map((row) => newRow(row, at, createdBy)),
  );
  return { batchId, prices: rows.length, models: models.length, endpoints: endpoints.length };
}

function newRow(row: Price, at: Date, createdBy: string): NewPrice {
  const announced = row.validFrom ? new Date(row.validFrom) : at;
  return {
    id: `price_${crypto.randomUUID().replaceAll("-", "").slice(0, 24)}`,
    origin: "refresh",
    modelEndpoint: row.modelEndpoint,
    unit: row.unit,
    nanoUsdPerMillion: row.withdrawn ? null : row.nanoUsdPerMillion,
    reserveNanoUsdPerMillion: row.reserveNanoUsdPerMillion ?? null,
    minPromptTokens: row.minPromptTokens,
    serviceTier: row.serviceTier,
    variant: row.variant ?? null,
    hoursStartMinute: row.hoursUtc?.startMinute ?? null,
    hoursEndMinute: row.hoursUtc?.endMinute ?? null,
    validFrom: announced > at ? announced : at,
    source: row.source,
    sourceRevision: row.sourceRevision,
    asOf: row.asOf,
    disputed: row.disputed,
    createdAt: at,
    createdBy,
  };
}
