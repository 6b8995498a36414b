import { expect, test } from "vitest";
import type { Price } from "#server/catalogue/model.ts";
import { regionalPrices } from "#server/ledger/prices/regional-prices.ts";

function row(nanoUsdPerMillion: number, more: Partial<Price> = {}): Price {
  return {
    id: `price_${nanoUsdPerMillion}`,
    modelEndpoint: "acme/one@cloud",
    unit: "input_tokens",
    nanoUsdPerMillion,
    minPromptTokens: 0,
    serviceTier: null,
    source: "test",
    sourceRevision: "1",
    asOf: "2026-11-27",
    disputed: false,
    ...more,
  };
}

const OUTPUT = row(30, { unit: "output_tokens" });
const FRANKFURT = row(13, { variant: "eu-central-1" });
const inFrankfurt = (prices: Price[]) =>
  regionalPrices(prices, "eu-central-1").map(({ nanoUsdPerMillion, variant }) => [nanoUsdPerMillion, variant]);

test("a price of the region replaces the general one; units and prompt lengths without one keep theirs", () => {
  const long = row(20, { minPromptTokens: 200_000 });
  expect(inFrankfurt([row(10), long, OUTPUT, FRANKFURT, row(14, { variant: "eu-west-2" })])).toEqual([
    [20, undefined],
    [30, undefined],
    [13, undefined],
  ]);
});

test("a service tier keeps its own price", () => {
  expect(inFrankfurt([row(10), row(5, { serviceTier: "flex" }), FRANKFURT])).toEqual([
    [5, undefined],
    [13, undefined],
  ]);
});

test("a negotiated price holds in every region", () => {
  expect(inFrankfurt([row(8, { origin: "override" }), FRANKFURT])).toEqual([[8, undefined]]);
});
