import { expect, test } from "vitest";
import { batchClaims } from "#server/catalogue/build/sources/batch-claims.ts";
import { plainClaim, type Source } from "#server/catalogue/build/sources/claim.ts";
import type { UsageUnit } from "#server/providers/usage/usage.ts";

const source: Source = { id: "invented", revision: "1", asOf: "2026-11-27", rank: 1 };
const PRICES: Partial<Record<UsageUnit, number>> = { input_tokens: 100, cache_read_tokens: 10, web_searches: 1_000 };
const claims = Object.entries(PRICES).map(([unit, price]) => plainClaim(source, unit as UsageUnit, price));

/** Returns the batch prices of a model by unit. */
function batchPrices(provider: string, upstreamModel: string): Record<string, number> {
  const made = batchClaims({ provider, upstreamModel }, claims);
  return Object.fromEntries(made.map(({ unit, nanoUsdPerMillion }) => [unit, nanoUsdPerMillion]));
}

test("tokens cost half in a batch, and cached tokens what the provider says", () => {
  expect(batchPrices("anthropic", "claude-haiku-4-5")).toEqual({ input_tokens: 50, cache_read_tokens: 5 });
  expect(batchPrices("groq", "llama-3.3-70b-versatile")).toEqual({ input_tokens: 50 });
  expect(batchPrices("google", "gemini-2.5-flash")).toEqual({ input_tokens: 50, cache_read_tokens: 10 });
});

test("a model without batches has no batch price", () => {
  for (const model of ["gemini-2.5-flash-preview-tts", "gemini-embedding-001", "gemma-4-31b-it", "veo-3.1-generate"])
    expect(batchPrices("google", model), model).toEqual({});
});
