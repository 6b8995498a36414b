import { each, type PriceCase, sum, tokens } from "./price-case.ts";
import { message } from "./provider-responses.ts";

// https://platform.claude.com/docs/en/about-claude/pricing: Sonnet 4.6 3 and 15, cache read 0.3, written 3.75, for an hour
// 6; Opus 4.7 and 4.8 5 and 25; Fable 5 10 and 50; Opus 4.8 fast 10 and 50; a search 0.01; in the US 1.1 times.
const sonnet = { provider: "anthropic", model: "anthropic/claude-sonnet-4.6" };
const OWN = { type: "message", input_tokens: 1000, output_tokens: 40 };
const OWN_COST = sum(tokens(1000, 3), tokens(40, 15));
const CACHED = {
  input_tokens: 1000,
  cache_read_input_tokens: 5000,
  cache_creation_input_tokens: 300,
  output_tokens: 40,
  cache_creation: { ephemeral_5m_input_tokens: 200, ephemeral_1h_input_tokens: 100 },
};
const CACHED_COST = sum(OWN_COST, tokens(5000, 0.3), tokens(200, 3.75), tokens(100, 6));
export const ANTHROPIC: PriceCase[] = [
  { what: "cache reads and writes of both lifetimes", ...sonnet, reply: message(CACHED, CACHED), nanoUsd: CACHED_COST },
  {
    what: "web searches",
    ...sonnet,
    nanoUsd: OWN_COST + each(2, 0.01),
    reply: message({ ...OWN, server_tool_use: { web_search_requests: 2, web_fetch_requests: 3 } }),
  },
  {
    what: "inference in the US, and searches at their own price",
    ...sonnet,
    reply: message(
      { ...CACHED, server_tool_use: { web_search_requests: 1 } },
      { ...CACHED, inference_geo: "us", service_tier: "standard" },
    ),
    nanoUsd: Math.round(CACHED_COST * 1.1) + each(1, 0.01),
  },
  {
    what: "inference anywhere",
    ...sonnet,
    nanoUsd: OWN_COST,
    reply: message(OWN, { input_tokens: 1000, output_tokens: 1, inference_geo: "global" }),
  },
  {
    what: "inference in a geography of which no price is known",
    ...sonnet,
    nanoUsd: OWN_COST,
    reply: message({ ...OWN, inference_geo: "moon" }),
    unpriced: ["geography"],
  },
  {
    what: "fast generation in the US",
    provider: "anthropic",
    model: "anthropic/claude-opus-4.8",
    reply: message({ ...OWN, speed: "fast", inference_geo: "us" }),
    nanoUsd: Math.round(sum(tokens(1000, 10), tokens(40, 50)) * 1.1),
  },
  {
    what: "an advisor at its own model's price",
    ...sonnet,
    reply: message({
      input_tokens: 3000,
      output_tokens: 90,
      iterations: [
        OWN,
        { type: "advisor_message", model: "claude-opus-4-7", input_tokens: 2700, output_tokens: 800 },
        { type: "message", input_tokens: 2000, output_tokens: 50 },
      ],
    }),
    nanoUsd: sum(tokens(3000, 3), tokens(90, 15), tokens(2700, 5), tokens(800, 25)),
  },
  {
    what: "an advisor of which no price is known",
    ...sonnet,
    unpriced: ["input_tokens", "output_tokens"],
    reply: message({
      input_tokens: 1000,
      output_tokens: 40,
      iterations: [OWN, { type: "advisor_message", model: "claude-unheard-of", input_tokens: 9, output_tokens: 8 }],
    }),
    nanoUsd: OWN_COST,
  },
  {
    what: "a fallback at its own model's price",
    provider: "anthropic",
    model: "anthropic/claude-fable-5",
    reply: message({
      input_tokens: 412,
      output_tokens: 264,
      iterations: [
        { type: "message", model: "claude-fable-5", input_tokens: 408, output_tokens: 0 },
        { type: "fallback_message", model: "claude-opus-4-8", input_tokens: 412, output_tokens: 264 },
      ],
    }),
    nanoUsd: sum(tokens(412, 5), tokens(264, 25)),
  },
  {
    what: "a fallback after the model had begun",
    provider: "anthropic",
    model: "anthropic/claude-fable-5",
    reply: message({
      input_tokens: 412,
      output_tokens: 264,
      iterations: [
        { type: "message", model: "claude-fable-5", input_tokens: 408, output_tokens: 20 },
        {
          type: "fallback_message",
          model: "claude-opus-4-8",
          input_tokens: 12,
          output_tokens: 264,
          cache_creation_input_tokens: 400,
          cache_creation: { ephemeral_1h_input_tokens: 400 },
        },
      ],
    }),
    nanoUsd: sum(tokens(408, 10), tokens(20, 50), tokens(12, 5), tokens(400, 10), tokens(264, 25)),
  },
  {
    what: "a compaction",
    ...sonnet,
    nanoUsd: sum(OWN_COST, tokens(60_000, 3), tokens(500, 15)),
    reply: message({
      input_tokens: 1000,
      output_tokens: 40,
      iterations: [{ type: "compaction", input_tokens: 60_000, output_tokens: 500 }, OWN],
    }),
  },
];
