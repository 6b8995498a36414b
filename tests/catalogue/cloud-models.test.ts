import { describe, expect, test } from "vitest";
import { readSnapshot } from "#server/catalogue/load.ts";

const { endpoints, prices } = readSnapshot();

/** Returns a price of an endpoint in USD per million; undefined if it has none. */
function price(id: string, unit: string, minPromptTokens = 0, serviceTier: string | null = null) {
  const rows = prices.filter((row) => row.modelEndpoint === id && row.unit === unit && row.serviceTier === serviceTier);
  const [row] = rows.filter((one) => Math.round(one.minPromptTokens / 1000) * 1000 === minPromptTokens);
  expect(
    rows.filter(({ hoursUtc }) => hoursUtc),
    id,
  ).toEqual([]);
  return row && row.nanoUsdPerMillion / 1e9;
}

describe("prices at a cloud are its own", () => {
  test.each([
    // https://ai.azure.com/catalog: not those of DeepSeek, which change with the hour, nor those of other hosts.
    ["deepseek/deepseek-r1@azure", 1.35, 5.4],
    ["deepseek/deepseek-v4-pro@azure", 1.74, 3.48],
    ["deepseek/deepseek-v3.2@azure", 0.58, 1.68],
    ["microsoft/phi-4@azure", 0.125, 0.5],
    // https://platform.claude.com/docs/en/about-claude/pricing: regional profiles cost 10% more.
    ["anthropic/claude-fable-5@amazon-bedrock:us", 11, 55],
    ["anthropic/claude-opus-5.5@amazon-bedrock:eu", 4.4, 22],
    ["anthropic/claude-sonnet-4.5@amazon-bedrock:us-gov", 3.6, 18],
    // Model cards in https://docs.aws.amazon.com/bedrock/latest/userguide: prices in the region, at Bedrock Mantle.
    ["openai/gpt-5.4@amazon-bedrock", 2.75, 16.5],
    ["openai/gpt-5.5@amazon-bedrock", 5.5, 33],
    ["x-ai/grok-4.6@amazon-bedrock", 2.2, 6.6],
    // https://aws.amazon.com/nova/pricing
    ["amazon/nova-2-lite-v1@amazon-bedrock:global", 0.3, 2.5],
    ["amazon/nova-2-lite-v1@amazon-bedrock:eu", 0.33, 2.75],
  ])("%s", (id, input, output) => {
    expect([price(id, "input_tokens"), price(id, "output_tokens")]).toEqual([input, output]);
  });

  test("embeddings of Titan 2 cost a fifth of Titan 1", () => {
    expect(price("amazon/titan-embed-text-v1@amazon-bedrock", "input_tokens")).toBe(0.1);
    expect(price("amazon/titan-embed-text-v2@amazon-bedrock", "input_tokens")).toBe(0.02);
  });

  // "Standard pricing applies across the full 1M window" since Claude 4.6.
  test.each(["opus-4.6", "opus-4.7", "opus-4.8", "sonnet-4.6"])("long prompts cost no more for Claude %s", (name) => {
    const id = `anthropic/claude-${name}@google-vertex`;
    expect(price(id, "input_tokens", 200_000) ?? price(id, "input_tokens")).toBe(price(id, "input_tokens"));
  });

  test("a tier of Vertex AI costs what it does at the global endpoint, as all its prices", () => {
    const id = "google/gemini-3.5-flash@google-vertex";
    expect([price(id, "input_tokens"), price(id, "input_tokens", 0, "flex")]).toEqual([1.5, 0.75]);
  });
});

test("Claude at Bedrock and Vertex AI has the price of a cache write that lasts an hour: twice the input's", () => {
  const claude = endpoints.filter(
    ({ model, provider }) => model.includes("/claude-") && ["amazon-bedrock", "google-vertex"].includes(provider),
  );
  expect(claude.length).toBeGreaterThan(50);
  for (const { id } of claude)
    expect(price(id, "cache_write_1h_tokens"), id).toBeCloseTo(2 * (price(id, "input_tokens") ?? 0), 6);
});

test.each([
  ["amazon-bedrock", "anthropic/claude-opus-5 anthropic/claude-opus-5.5 anthropic/claude-fable-5.1"],
  [
    "google-vertex",
    "anthropic/claude-opus-5.5 google/gemini-3.6-flash google/gemini-3.7-flash google/gemini-3.8-flash",
  ],
  ["azure", "anthropic/claude-opus-5.5 openai/gpt-5.6-sol openai/gpt-6-sol openai/gpt-6-luna openai/gpt-6-astra"],
])("%s has %s, with prices", (provider, models) => {
  const priced = new Set(
    endpoints.filter((one) => one.provider === provider && !one.unpriced).map(({ model }) => model),
  );
  expect(models.split(" ").filter((model) => !priced.has(model))).toEqual([]);
});

test("a model that Bedrock serves only through profiles has no endpoint without one", () => {
  const bare = endpoints.filter(({ id, provider }) => provider === "amazon-bedrock" && id.endsWith("@amazon-bedrock"));
  const profiled = /^(?:(?:anthropic|openai\.gpt-5\.6|deepseek\.r1|meta\.llama4|mistral\.pixtral)|amazon\.nova-2)/;
  expect(bare.filter(({ upstreamModel }) => profiled.test(upstreamModel)).map(({ id }) => id)).toEqual([]);
});

test("sound that Gemini hears at Vertex AI has its own price, alongside those of the tiers", () => {
  const id = "google/gemini-2.5-flash@google-vertex";
  expect(["input_audio_tokens", "input_tokens"].map((unit) => price(id, unit))).toEqual([1, 0.3]);
  expect(price(id, "input_tokens", 0, "flex")).toBe(0.15);
});
