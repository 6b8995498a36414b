import { readFileSync } from "node:fs";
import type { UsageUnit } from "#server/providers/usage/usage.ts";
import { type AmountPer, nanoUsdPerMillion } from "../decimal.ts";
import { type Claim, plainClaim, type Source } from "./claim.ts";

/**
 * A price of Azure's retail price list for global deployments, by the name of its meter there. `minPromptTokens`: of the
 * price for long prompts, which the list does not state; it is that of the model's maker.
 */
type RetailPrice = {
  model: string;
  unit: UsageUnit;
  price: string;
  per: AmountPer;
  meter: string;
  serviceTier?: string;
  minPromptTokens?: number;
};

/**
 * Azure's retail price list (https://prices.azure.com/api/retail/prices) of that day, as
 * https://github.com/nikklavzar/azure-genai-prices quotes it: what no other source states, priority processing and
 * Whisper, with the standard prices of the same models.
 */
export const AZURE_RETAIL: Source = {
  id: "https://prices.azure.com/api/retail/prices",
  revision: "2026-07-31",
  asOf: "2026-07-31",
  rank: 2,
};

const PRICES = JSON.parse(
  readFileSync(new URL("../azure-retail-prices.json", import.meta.url), "utf8"),
) as RetailPrice[];

/** Returns the claims about an upstream model at Azure. */
export function azureRetailClaims(source: Source, upstreamModel: string): Claim[] {
  return PRICES.filter(({ model }) => model === upstreamModel).map((row) => ({
    ...plainClaim(source, row.unit, nanoUsdPerMillion(row.price, row.per)),
    serviceTier: row.serviceTier ?? null,
    minPromptTokens: row.minPromptTokens ?? 0,
  }));
}
