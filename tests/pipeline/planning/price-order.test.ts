import { expect, test } from "vitest";
import { typicalPrice, unitPrice } from "#server/pipeline/planning/price-order.ts";
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
});
