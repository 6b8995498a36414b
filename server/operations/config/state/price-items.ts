import type { ConfigDocument } from "#lib/contract/config-document.ts";
import type { PriceRow } from "#server/data/prices.ts";
import type { StoredRecords } from "./config-state.ts";

type Price = NonNullable<ConfigDocument["prices"]>[number];

/** Sorts prices by their terms, then by their start, so that a later price is created after an earlier one. */
export function priceOrder(a: PriceRow, b: PriceRow): number {
  const [one, other] = [termsOf(a), termsOf(b)];
  if (one !== other) return one < other ? -1 : 1;
  return a.validFrom.getTime() - b.validFrom.getTime();
}

function termsOf({ provider, modelEndpoint, unit, serviceTier, variant, ...row }: PriceRow): string {
  const { minPromptTokens, hoursStartMinute, hoursEndMinute, discountBasisPoints } = row;
  const hours = [hoursStartMinute, hoursEndMinute];
  return JSON.stringify([
    provider,
    modelEndpoint,
    unit,
    serviceTier,
    variant,
    minPromptTokens,
    hours,
    !discountBasisPoints,
  ]);
}

/** Converts a stored override to a document's item. `valid_from` is only given while it is in the future. */
export function priceItem(row: PriceRow, records: StoredRecords, nowMs: number): Price {
  const { hoursStartMinute: start, hoursEndMinute: end, credentialId } = row;
  return {
    provider: row.provider,
    model_endpoint: row.modelEndpoint,
    credential: credentialId === null ? null : credentialOf(credentialId, records),
    unit: row.unit as Price["unit"],
    nano_usd_per_million: row.nanoUsdPerMillion,
    discount_basis_points: row.discountBasisPoints,
    min_prompt_tokens: row.minPromptTokens,
    service_tier: row.serviceTier,
    variant: row.variant,
    hours_utc: start === null || end === null ? null : { start_minute: start, end_minute: end },
    valid_from: row.validFrom.getTime() > nowMs ? row.validFrom.toISOString() : null,
    valid_to: row.validTo?.toISOString() ?? null,
    source: row.source,
    note: row.note,
  };
}

/** Returns how a document names a credential of the organization. */
function credentialOf(id: string, { credentials, workspaces }: StoredRecords): Price["credential"] {
  const all = [
    ...credentials.map((row) => ({ row, workspace: null })),
    ...workspaces.flatMap(({ slug, credentials: rows }) => rows.map((row) => ({ row, workspace: slug }))),
  ];
  const found = all.find(({ row }) => row.id === id);
  return found && { provider: found.row.provider, name: found.row.name, workspace: found.workspace };
}
