import type { z } from "zod";
import type { PriceRecord as Shape } from "#lib/contract/prices.ts";
import type { Catalogue } from "#server/catalogue/catalogue.ts";
import type { HoursUtc, Price } from "#server/catalogue/model.ts";
import { priceOf } from "#server/catalogue/read-overlay.ts";
import type { PriceRow } from "#server/data/prices.ts";

export type PriceRecord = z.output<typeof Shape>;

/** Converts a shipped row to its API record. */
export function shippedRecord(catalogue: Catalogue, price: Price, active: boolean): PriceRecord {
  return {
    ...listPrice(price),
    origin: "shipped",
    active,
    ...servedBy(catalogue, price.modelEndpoint, null),
    credential_id: null,
    discount_basis_points: null,
    batch_id: null,
    note: null,
    created_at: null,
    created_by: null,
  };
}

/** Converts a row of the database to its API record. */
export function storedRecord(catalogue: Catalogue, row: PriceRow, active: boolean): PriceRecord {
  return {
    ...listPrice(priceOf(row)),
    origin: row.origin as "refresh" | "override",
    active,
    ...servedBy(catalogue, row.modelEndpoint, row.provider),
    unit: row.unit as Price["unit"] | null,
    nano_usd_per_million: row.nanoUsdPerMillion,
    credential_id: row.credentialId,
    discount_basis_points: row.discountBasisPoints,
    batch_id: row.batchId,
    note: row.note,
    created_at: row.createdAt.toISOString(),
    created_by: row.createdBy,
  };
}

function servedBy(catalogue: Catalogue, endpointId: string | null, provider: string | null) {
  const endpoint = endpointId === null ? undefined : catalogue.endpoint(endpointId);
  return {
    provider: endpoint?.provider ?? provider,
    model: endpoint?.model ?? null,
    model_endpoint: endpointId,
  };
}

function listPrice(price: Price) {
  return {
    id: price.id,
    unit: price.unit,
    min_prompt_tokens: price.minPromptTokens,
    service_tier: price.serviceTier,
    variant: price.variant ?? null,
    hours_utc: price.hoursUtc ? hoursRecord(price.hoursUtc) : null,
    nano_usd_per_million: price.nanoUsdPerMillion,
    reserve_nano_usd_per_million: price.reserveNanoUsdPerMillion ?? null,
    valid_from: price.validFrom ?? null,
    valid_to: price.validTo ?? null,
    source: price.source,
    source_revision: price.sourceRevision,
    as_of: price.asOf,
    disputed: price.disputed,
    dissent: (price.dissent ?? []).map(({ source, asOf, nanoUsdPerMillion }) => ({
      source,
      as_of: asOf,
      nano_usd_per_million: nanoUsdPerMillion,
    })),
  };
}

export function hoursRecord({ startMinute, endMinute }: HoursUtc) {
  return { start_minute: startMinute, end_minute: endMinute };
}
