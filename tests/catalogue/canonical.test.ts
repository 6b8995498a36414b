import { describe, expect, it } from "vitest";
import { parseUpstreamName, withServingVariant } from "#server/catalogue/build/models/canonical.ts";
import { createModelIndex } from "#server/catalogue/build/models/model-index.ts";

const host = { author: "somehost", hosts: true };

describe("a host's name for a model is split into its parts", () => {
  it.each([
    ["Qwen/Qwen3-235B-A22B-FP8", "qwen", "qwen3-235b-a22b", null, "fp8"],
    ["accounts/fireworks/models/glm-5p1", "z-ai", "glm-5.1", null, null],
    ["@cf/meta/llama-3.2-1b-instruct", "meta-llama", "llama-3.2-1b-instruct", null, null],
    ["meta-llama/Meta-Llama-3.3-70B-Instruct", "meta-llama", "llama-3.3-70b-instruct", null, null],
    ["openai/gpt-oss-120b:free", "openai", "gpt-oss-120b", "free", null],
    ["anthropic-claude-4.5-sonnet", "anthropic", "claude-4.5-sonnet", null, null],
    ["house-model-1", "somehost", "house-model-1", null, null],
  ])("%s", (upstream, author, slug, variant, quantization) => {
    expect(parseUpstreamName(upstream, host)).toMatchObject({ author, slug, variant, quantization });
  });

  it("the last word of a name may be a serving variant", () => {
    const name = parseUpstreamName("meta-llama/Llama-3.3-70B-Instruct-Turbo", host);
    expect(withServingVariant(name)).toMatchObject({ slug: "llama-3.3-70b-instruct", variant: "turbo" });
  });
});

describe("spellings of one model match", () => {
  const index = createModelIndex();
  for (const id of [
    "anthropic/claude-sonnet-4.5",
    "anthropic/claude-opus-4",
    "openai/gpt-4o",
    "openai/gpt-4o-2024-08-06",
    "meta-llama/llama-3.1-8b-instruct",
    "google/gemma-4-31b-it",
    "qwen/qwen3-235b-a22b-2507",
  ])
    index.add(id);

  it.each([
    ["anthropic", "claude-sonnet-4-5-20250929", "anthropic/claude-sonnet-4.5"],
    ["anthropic", "claude-4.5-sonnet", "anthropic/claude-sonnet-4.5"],
    ["anthropic", "claude-opus-4-0", "anthropic/claude-opus-4"],
    ["anthropic", "claude-opus-4-20250514", "anthropic/claude-opus-4"],
    ["openai", "gpt-4o-2024-08-06", "openai/gpt-4o-2024-08-06"],
    ["openai", "gpt-4o-2024-12-31", "openai/gpt-4o"],
    ["meta-llama", "llama3.1-8b", "meta-llama/llama-3.1-8b-instruct"],
    ["google", "gemma4-31b", "google/gemma-4-31b-it"],
    ["qwen", "qwen3-235b-a22b-instruct-2507", "qwen/qwen3-235b-a22b-2507"],
  ])("%s %s", (author, slug, id) => {
    expect(index.find(author, slug)).toBe(id);
  });

  it.each([
    ["openai", "gpt-4"],
    ["openai", "gpt-4o-mini"],
    ["anthropic", "claude-sonnet-4"],
    ["mistralai", "gpt-4o"],
  ])("%s %s is another model", (author, slug) => {
    expect(index.find(author, slug)).toBeUndefined();
  });
});
