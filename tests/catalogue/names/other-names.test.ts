import { describe, expect, it } from "vitest";
import { createCatalogue } from "#server/catalogue/catalogue.ts";
import { readSnapshot } from "#server/catalogue/load.ts";

// The names that clients of providers and of other gateways send, on the shipped catalogue.
const catalogue = createCatalogue(readSnapshot());
const modelOf = (name: string) => catalogue.resolve(name)?.model.id;
const servedBy = (name: string) => catalogue.endpointsOf(name).map(({ id, upstreamModel }) => `${id} ${upstreamModel}`);
const everywhere = (id: string) => catalogue.endpointsOf(id).map((endpoint) => endpoint.id);

describe("a model has the names that its maker and its hosts use", () => {
  it.each([
    ["GPT-4o", "openai/gpt-4o"],
    ["OpenAI/gpt-5-chat-latest", "openai/gpt-5-chat"],
    ["anthropic/claude-sonnet-4-5-20250929", "anthropic/claude-sonnet-4.5"],
    ["gpt-5-2025-08-07", "openai/gpt-5"],
    ["deepseek/deepseek-reasoner", "deepseek/deepseek-v4-flash"],
    ["moonshotai/kimi-k2-0711-preview", "moonshotai/kimi-k2"],
    ["Qwen/Qwen3-14B", "qwen/qwen3-14b"],
    ["meta-llama/Llama-3.3-70B-Instruct", "meta-llama/llama-3.3-70b-instruct"],
    ["llama-3.3-70b-versatile", "meta-llama/llama-3.3-70b-instruct"],
    ["xai/grok-4.3", "x-ai/grok-4.3"],
    ["zai/glm-4.6", "z-ai/glm-4.6"],
  ])("%s is %s, wherever it is served", (name, id) => {
    expect(modelOf(name)).toBe(id);
    expect(catalogue.endpointsOf(name).map((endpoint) => endpoint.id)).toEqual(everywhere(id));
  });

  it("an ending that sorts providers goes with every name", () => {
    expect(catalogue.resolve("Qwen/Qwen3-14B:nitro")).toMatchObject({
      model: { id: "qwen/qwen3-14b" },
      variant: "nitro",
    });
    expect(catalogue.endpointsOf("Qwen/Qwen3-14B:nitro").length).toBe(everywhere("qwen/qwen3-14b").length);
  });
});

describe("a provider before a model has to serve it", () => {
  it.each([
    ["groq/llama-3.3-70b-versatile", ["meta-llama/llama-3.3-70b-instruct@groq llama-3.3-70b-versatile"]],
    ["azure/gpt-4o", ["openai/gpt-4o@azure gpt-4o"]],
    ["vertex_ai/gemini-2.5-pro", ["google/gemini-2.5-pro@google-vertex gemini-2.5-pro"]],
    ["openrouter/anthropic/claude-sonnet-4.5", ["anthropic/claude-sonnet-4.5@openrouter anthropic/claude-sonnet-4.5"]],
  ])("%s", (name, endpoints) => {
    expect(servedBy(name)).toEqual(endpoints);
  });
});

describe("a dated name that no source lists", () => {
  it.each(["claude-opus-4-6-20260205", "anthropic/claude-opus-4-6-20260205"])(
    "%s reaches the maker as it is",
    (name) => {
      expect(servedBy(name)).toEqual(["anthropic/claude-opus-4.6@anthropic claude-opus-4-6-20260205"]);
    },
  );

  it("of another model is unknown", () => {
    expect(modelOf("openai/gpt-99-2025-04-14")).toBeUndefined();
  });
});

it.each(["gpt-99", "groq/claude-sonnet-4.5", "nobody/gpt-4o", "/gpt-4o", "gpt-4o/", "", "/", "__proto__/x"])(
  "%j means no model",
  (name) => {
    expect(modelOf(name)).toBeUndefined();
    expect(catalogue.endpointsOf(name)).toEqual([]);
  },
);
