import { describe, expect, test } from "vitest";
import type { Price } from "#server/catalogue/model.ts";
import { costOf, type Terms } from "#server/ledger/prices/cost.ts";
import { worstCostOf } from "#server/ledger/prices/worst-cost.ts";
import type { Usage, UsageUnit } from "#server/providers/usage/usage.ts";
import { seededRandom } from "#tests/support/random/seeded-random.ts";
import { price, USD } from "./price-row.ts";

const text = [price("input_tokens", 2), price("output_tokens", 10)];

describe("the worst cost", () => {
  test.each<[rule: string, prices: Price[], bound: Usage, terms: Terms, nanoUsd: number]>([
    ["is the cost if there is one price", text, { input_tokens: 100, output_tokens: 50 }, {}, 700_000],
    [
      "uses the highest price that sources state",
      [price("input_tokens", 2, { disputed: true, reserveNanoUsdPerMillion: 5 * USD })],
      { input_tokens: 100 },
      {},
      500_000,
    ],
    [
      "prices input as a write to the most expensive cache",
      [...text, price("cache_write_tokens", 2.5), price("cache_write_1h_tokens", 4)],
      { input_tokens: 100 },
      {},
      400_000,
    ],
    [
      "prices output as reasoning if that is more expensive",
      [...text, price("reasoning_tokens", 12)],
      { output_tokens: 10 },
      {},
      120_000,
    ],
    [
      "uses the most expensive prompt-length tier within the bound",
      [...text, price("input_tokens", 1, { minPromptTokens: 50 })],
      { input_tokens: 100 },
      {},
      200_000,
    ],
    [
      "uses the more expensive of the requested tier and the default",
      [...text, price("input_tokens", 1, { serviceTier: "flex" })],
      { input_tokens: 100 },
      { serviceTier: "flex" },
      200_000,
    ],
    ["adds the fee of a call", [...text, price("requests", 5000)], {}, {}, 5_000_000],
    ["is rounded up", [price("input_tokens", 0, { nanoUsdPerMillion: 1 })], { input_tokens: 1 }, {}, 1],
    [
      "subtracts a discount",
      [price("input_tokens", 2, { discount: { id: "d", basisPoints: 5000 } })],
      { input_tokens: 100 },
      {},
      100_000,
    ],
  ])("%s", (_, prices, bound, terms, nanoUsd) => {
    expect(worstCostOf(bound, prices, terms)).toBe(nanoUsd);
  });

  test("is never below the cost of usage within its bounds", () => {
    const units: UsageUnit[] = ["input_tokens", "cache_read_tokens", "cache_write_tokens", "cache_write_1h_tokens"];
    const random = seededRandom(7);
    for (let round = 0; round < 500; round++) {
      const prices = [...units, "output_tokens" as const, "reasoning_tokens" as const].flatMap((unit) =>
        [0, 100].map((minPromptTokens) => price(unit, Math.ceil(random() * 50) / 10, { minPromptTokens })),
      );
      // A cache read never costs more than uncached input.
      const sane = prices.map((row) => (row.unit === "cache_read_tokens" ? { ...row, nanoUsdPerMillion: 1 } : row));
      const split = units.map(() => Math.floor(random() * 60));
      const usage: Usage = Object.fromEntries(units.map((unit, index) => [unit, split[index]]));
      const output_tokens = Math.floor(random() * 100);
      const input_tokens = split.reduce((sum, count) => sum + count, 0);
      const cost = costOf({ ...usage, output_tokens, reasoning_tokens: Math.floor(output_tokens / 2) }, sane);
      expect(worstCostOf({ input_tokens, output_tokens }, sane)).toBeGreaterThanOrEqual(cost.nanoUsd);
    }
  });
});
