import { expect, test } from "vitest";
import type { Candidate } from "#server/pipeline/planning/candidate.ts";
import { preferenceAgainst } from "#server/pipeline/planning/preferences.ts";
import { typicalPrice, unitPrice } from "#server/pipeline/planning/sorting-price.ts";
import { providers } from "#server/providers/registry.ts";
import { price, USD } from "#tests/ledger/price-row.ts";

test.each([
  ["text by its input and output", [price("input_tokens", 2), price("output_tokens", 4)], 10 * USD],
  ["the price for all variants before one's", [price("seconds", 9, { variant: "4K" }), price("seconds", 5)], 5 * USD],
  ["a variant's where there is no other", [price("seconds", 7, { variant: "480p" })], 7 * USD],
  ["what has none comes last", [], Number.MAX_SAFE_INTEGER],
])("sorting by price: %s", (_, rows, typical) => {
  expect(typicalPrice(rows)).toBe(typical);
});

test("a unit's price is the one for the shortest prompts in the default tier, less any discount", () => {
  const long = price("input_tokens", 8, { minPromptTokens: 200_000 });
  const flex = price("input_tokens", 1, { serviceTier: "flex" });
  const base = price("input_tokens", 4, { discount: { id: "d", basisPoints: 2_500 } });
  expect(unitPrice([long, flex, base], "input_tokens")).toBe(3 * USD);
  expect(unitPrice([flex], "input_tokens")).toBeNull();
  expect(unitPrice([long, flex, base], "input_tokens", "flex")).toBe(1 * USD);
});

test.each([
  ["the default tier", "openai", "gpt-x", {}, undefined, undefined],
  ["a tier that costs more", "openai", "gpt-x", {}, "priority", "max_price"],
  // DeepInfra charges the same for every tier.
  ["a tier that the provider does not sell", "deepinfra", "gpt-x", {}, "priority", undefined],
  ["Claude at the global endpoint", "google-vertex", "claude-sonnet-4-5", {}, undefined, undefined],
  ["Claude in a region", "google-vertex", "claude-sonnet-4-5", { location: "europe-west1" }, undefined, "max_price"],
])("max_price is compared with what the call is charged in %s", (_, id, upstreamModel, credential, tier, expected) => {
  const candidate = {
    provider: providers.get(id),
    endpoint: { provider: id, upstreamModel, supportedParameters: [] },
    credential: JSON.stringify(credential),
    unpriced: false,
    prices: [
      price("input_tokens", 3),
      price("input_tokens", 6, { serviceTier: "priority" }),
      price("output_tokens", 9),
    ],
  } as unknown as Candidate;
  const request = { routing: { max_price: { prompt: "3" } }, parameters: [], ...(tier && { serviceTier: tier }) };
  expect(preferenceAgainst(request, candidate)).toBe(expected);
});
