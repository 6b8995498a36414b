import { expect, test } from "vitest";
import { readSnapshot } from "#server/catalogue/load.ts";

const { prices } = readSnapshot();
const of = (model: string, serviceTier: string | null) =>
  Object.fromEntries(
    prices
      .filter((row) => row.modelEndpoint === `${model}@azure` && row.serviceTier === serviceTier)
      .filter(({ unit, minPromptTokens }) => minPromptTokens === 0 && /_tokens$|^seconds$/.test(unit))
      .map(({ unit, nanoUsdPerMillion }) => [unit, nanoUsdPerMillion / 1e9]),
  );

// https://prices.azure.com/api/retail/prices, in USD per million units.
test.each([
  ["openai/gpt-4.1", { input_tokens: 3.5, cache_read_tokens: 0.875, output_tokens: 14 }],
  ["openai/gpt-5-mini", { input_tokens: 0.45, cache_read_tokens: 0.045, output_tokens: 3.6 }],
  ["openai/gpt-5.2", { input_tokens: 3.5, cache_read_tokens: 0.35, output_tokens: 28 }],
  ["openai/gpt-5.5", { input_tokens: 12.5, cache_read_tokens: 1.25, output_tokens: 75 }],
])("priority processing of %s at Azure has its own prices", (model, expected) => {
  expect(of(model, "priority")).toEqual(expected);
});

test("a model whose standard prices have changed since has no price for priority processing", () => {
  expect(of("openai/gpt-5.6-luna", "priority")).toEqual({});
});

test("Whisper at Azure costs 0.36 USD an hour", () => {
  expect(of("openai/whisper-1", null)).toEqual({ seconds: 100 });
});
