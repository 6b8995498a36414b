import { describe, expect, test } from "vitest";
import type { Price } from "#server/catalogue/model.ts";
import { costOf, type Terms } from "#server/ledger/prices/cost.ts";
import type { Usage, UsageUnit } from "#server/providers/usage/usage.ts";
import { price } from "./price-row.ts";

const text = [price("input_tokens", 2), price("output_tokens", 10)];
type Row = [rule: string, prices: Price[], usage: Usage, terms: Terms, nanoUsd: number, unpriced?: UsageUnit[]];

test.each<Row>([
  ["input and output", text, { input_tokens: 100, output_tokens: 50 }, {}, 700_000],
  ["nothing used costs nothing", text, {}, {}, 0],
  [
    "a cache read has its own price, and so does the uncached input",
    [...text, price("cache_read_tokens", 0.2)],
    { input_tokens: 100, cache_read_tokens: 1000 },
    {},
    400_000,
  ],
  ["a cache read without a price costs as much as input", text, { cache_read_tokens: 1000 }, {}, 2_000_000],
  [
    "the price of cache writes depends on their lifetime",
    [...text, price("cache_write_tokens", 2.5), price("cache_write_1h_tokens", 4)],
    { cache_write_tokens: 1000, cache_write_1h_tokens: 100 },
    {},
    2_900_000,
  ],
  [
    "a long cache write without a price costs as much as a short one",
    [...text, price("cache_write_tokens", 2.5)],
    { cache_write_1h_tokens: 100 },
    {},
    250_000,
  ],
  [
    "audio and images have their own prices",
    [...text, price("input_audio_tokens", 40), price("output_image_tokens", 30)],
    { input_tokens: 1, input_audio_tokens: 10, output_image_tokens: 10 },
    {},
    702_000,
  ],
  ["reasoning is part of the output", text, { output_tokens: 100, reasoning_tokens: 80 }, {}, 1_000_000],
  [
    "reasoning with its own price is not charged as output, and is charged once",
    [...text, price("reasoning_tokens", 3)],
    { output_tokens: 100, reasoning_tokens: 80 },
    {},
    440_000,
  ],
  [
    "a reasoning price of another service tier does not apply",
    [...text, price("reasoning_tokens", 3, { serviceTier: "flex" })],
    { output_tokens: 100, reasoning_tokens: 80 },
    {},
    1_000_000,
  ],
  [
    "below a prompt-length tier the base price applies",
    [...text, price("input_tokens", 4, { minPromptTokens: 200_001 })],
    { input_tokens: 200_000 },
    {},
    400_000_000,
  ],
  [
    "a prompt that reaches a tier costs that tier's price in full",
    [...text, price("input_tokens", 4, { minPromptTokens: 200_001 })],
    { input_tokens: 200_001 },
    {},
    800_004_000,
  ],
  [
    "the output's tier depends on the whole prompt, including its cached part",
    [...text, price("output_tokens", 15, { minPromptTokens: 200_001 })],
    { input_tokens: 1, cache_read_tokens: 200_000, output_tokens: 1 },
    {},
    400_002_000 + 15_000,
  ],
  [
    "the highest tier reached applies",
    [...text, price("input_tokens", 3, { minPromptTokens: 10 }), price("input_tokens", 4, { minPromptTokens: 20 })],
    { input_tokens: 30 },
    {},
    120_000,
  ],
  [
    "a service tier has its own price",
    [...text, price("input_tokens", 1, { serviceTier: "flex" })],
    { input_tokens: 100, output_tokens: 10 },
    { serviceTier: "flex" },
    200_000,
  ],
  [
    "a service tier's price does not apply to other tiers",
    [...text, price("input_tokens", 1, { serviceTier: "flex" })],
    { input_tokens: 100 },
    { serviceTier: "priority" },
    200_000,
  ],
  [
    "a service tier takes precedence over a prompt-length tier of the default",
    [
      ...text,
      price("input_tokens", 4, { minPromptTokens: 1000 }),
      price("input_tokens", 5, { serviceTier: "priority" }),
    ],
    { input_tokens: 2000 },
    { serviceTier: "priority" },
    10_000_000,
  ],
  [
    "a service tier has its own prompt-length tiers",
    [
      ...text,
      price("input_tokens", 5, { serviceTier: "priority" }),
      price("input_tokens", 8, { serviceTier: "priority", minPromptTokens: 1000 }),
    ],
    { input_tokens: 2000 },
    { serviceTier: "priority" },
    16_000_000,
  ],
  [
    "a variant has its own price",
    [price("seconds", 100_000), price("seconds", 400_000, { variant: "1080p" })],
    { seconds: 8 },
    { variant: "1080p" },
    3_200_000_000,
  ],
  [
    "a variant without its own price has the common one",
    [price("seconds", 100_000), price("seconds", 400_000, { variant: "1080p" })],
    { seconds: 8 },
    { variant: "720p" },
    800_000_000,
  ],
  [
    "a price for variants only is not a common price",
    [price("seconds", 400_000, { variant: "1080p" })],
    { seconds: 8 },
    {},
    0,
    ["seconds"],
  ],
  ["a fraction of a second costs that fraction", [price("seconds", 100_000)], { seconds: 1.5 }, {}, 150_000_000],
  ["a call's fee is charged once", [...text, price("requests", 5000)], { input_tokens: 0 }, {}, 5_000_000],
  ["requests are free if no price for them exists", text, { requests: 3 }, {}, 0],
  ["searches without a price are unpriced, not free", text, { web_searches: 2 }, {}, 0, ["web_searches"]],
  [
    "a grounded request with a price pays for its queries",
    [...text, price("grounded_requests", 35_000)],
    { web_searches: 4, grounded_requests: 1 },
    {},
    35_000_000,
  ],
  [
    "queries with a price pay for the grounded request",
    [...text, price("web_searches", 14_000)],
    { web_searches: 4, grounded_requests: 1 },
    {},
    56_000_000,
  ],
  [
    "cached audio has its own price",
    [...text, price("cache_read_tokens", 0.2), price("cache_read_audio_tokens", 0.7)],
    { cache_read_tokens: 1000, cache_read_audio_tokens: 1000 },
    {},
    900_000,
  ],
  [
    "cached audio without its own price costs as much as cached input",
    [...text, price("cache_read_tokens", 0.2), price("input_audio_tokens", 5)],
    { cache_read_audio_tokens: 1000 },
    {},
    200_000,
  ],
  [
    "cached audio costs as much as audio if no cached unit has a price",
    [...text, price("input_audio_tokens", 5)],
    { cache_read_audio_tokens: 1000 },
    {},
    5_000_000,
  ],
  [
    "storage costs as much as a cache write, and does not count toward the prompt's length",
    [...text, price("cache_write_tokens", 0.5), price("input_tokens", 4, { minPromptTokens: 2000 })],
    { input_tokens: 1000, cache_storage_tokens: 1500 },
    {},
    2_750_000,
  ],
  [
    "a geography multiplies the price of every token and of nothing else",
    [...text, price("web_searches", 10_000)],
    { input_tokens: 1000, cache_read_tokens: 10, output_tokens: 100, web_searches: 1 },
    { multiplierBasisPoints: 11_000 },
    2_200_000 + 22_000 + 1_100_000 + 10_000_000,
  ],
  [
    "searches are charged if they have a price",
    [...text, price("web_searches", 10_000)],
    { web_searches: 2 },
    {},
    20_000_000,
  ],
  [
    "tokens without a price are unpriced, not free",
    [],
    { input_tokens: 5, output_tokens: 5 },
    {},
    0,
    ["input_tokens", "output_tokens"],
  ],
  ...(["images", "megapixels", "seconds", "characters", "search_units"] as const).map(
    (unit): Row => [
      `${unit} without a price are unpriced, not free`,
      [price("requests", 1000)],
      { [unit]: 2 },
      {},
      1_000_000,
      [unit],
    ],
  ),
  [
    "separately billed images without a price are unpriced, whatever text costs",
    text,
    { input_tokens: 10, input_image_tokens: 1000 },
    { apart: ["input_image_tokens"] },
    20_000,
    ["input_image_tokens"],
  ],
  [
    "separately billed images have their own price",
    [...text, price("input_image_tokens", 5)],
    { input_tokens: 10, input_image_tokens: 1000 },
    { apart: ["input_image_tokens"] },
    5_020_000,
  ],
  [
    "a size without a known price is unpriced, not charged like another size",
    [price("seconds", 50_000, { variant: "480p" })],
    { seconds: 2 },
    { variant: "720p" },
    0,
    ["seconds"],
  ],
  [
    "an image that is paid through its tokens is not unpriced",
    [...text, price("output_image_tokens", 30)],
    { input_tokens: 10, images: 1, output_image_tokens: 1000 },
    {},
    30_020_000,
  ],
  [
    "characters of a text that is paid through its tokens are not unpriced",
    text,
    { input_tokens: 10, characters: 40 },
    {},
    20_000,
  ],
  ["an image next to priced text is unpriced", text, { input_tokens: 10, images: 1 }, {}, 20_000, ["images"]],
  [
    "tokens that a media provider reports but does not bill are not unpriced",
    [price("search_units", 2000)],
    { search_units: 1, input_tokens: 300, output_tokens: 1 },
    {},
    2_000_000,
  ],
  [
    "a discount is taken off before rounding",
    [price("input_tokens", 2, { discount: { id: "d", basisPoints: 3333 } })],
    { input_tokens: 1 },
    {},
    1333,
  ],
])("%s", (_, prices, usage, terms, nanoUsd, unpriced = []) => {
  expect(costOf(usage, prices, terms)).toMatchObject({ nanoUsd, unpriced });
});

describe("rounding", () => {
  const half = price("input_tokens", 0, { nanoUsdPerMillion: 500_000 });

  test("rounds half up", () => {
    expect(costOf({ input_tokens: 1 }, [half]).nanoUsd).toBe(1);
    expect(costOf({ input_tokens: 1 }, [{ ...half, nanoUsdPerMillion: 499_999 }]).nanoUsd).toBe(0);
  });

  test("is done once, not per line", () => {
    const rows = [half, price("output_tokens", 0, { nanoUsdPerMillion: 500_000 })];
    expect(costOf({ input_tokens: 1, output_tokens: 1 }, rows).nanoUsd).toBe(1);
  });

  test("is applied to the exact sum, beyond a float's precision", () => {
    const dear = price("input_tokens", 0, { nanoUsdPerMillion: 9_007_199_254_740_991 });
    expect(costOf({ input_tokens: 1_000_001 }, [dear]).nanoUsd).toBe(Number(9_007_199_254_740_991n + 9_007_199_255n));
  });
});
