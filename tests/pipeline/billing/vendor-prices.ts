import type { Body } from "#server/dialects/dialect.ts";
import type { UsageUnit } from "#server/providers/usage/usage.ts";
import type { DialectName } from "../calling.ts";
import { completion, generated, message, response, type VendorReply } from "./vendor-replies.ts";

/** One call as its vendor bills it. `nanoUsd` is computed by hand from the vendor's list prices, in USD a million (M) or each. */
export type Billed = {
  what: string;
  provider: string;
  model: string;
  reply: VendorReply;
  nanoUsd: number;
  /** Fields of the request. */
  request?: Body;
  /** All three where absent. */
  only?: DialectName[];
  unpriced?: string[];
};

/** Nano-USD of tokens at USD for a million of them. */
const tokens = (count: number, usd: number) => Math.round(count * usd * 1000);
/** Nano-USD of units at USD each. */
const each = (count: number, usd: number) => Math.round(count * usd * 1e9);
const sum = (...parts: number[]) => parts.reduce((total, part) => total + part, 0);

const search = (type: string) => ({ type: "web_search_call", status: "completed", action: { type, query: "a" } });
const fileSearch = { type: "file_search_call", status: "completed", queries: ["a", "b"], results: null };

// https://developers.openai.com/api/docs/pricing: gpt-5-mini 0.25, cached 0.025, output 2; flex half; priority 0.45, 0.045,
// 3.6; a search 0.01, of files 0.0025; gpt-4.1 2 and 8, a preview search 0.025; gpt-5.4 beyond 272,000 tokens twice 2.5
// and one and a half times 15; gpt-4o-audio-preview 2.5 and 10, audio 40 and 80; search models 0.025 an answer.
const TEXT_USAGE = {
  ...{ input_tokens: 10_000, input_tokens_details: { cached_tokens: 4000 } },
  ...{ output_tokens: 1000, output_tokens_details: { reasoning_tokens: 600 }, total_tokens: 11_000 },
};
const TEXT_COST = sum(tokens(6000, 0.25), tokens(4000, 0.025), tokens(1000, 2));
// A chat caller reaches OpenAI by its chat completions.
const BY_RESPONSES: DialectName[] = ["responses", "messages"];
const mini = { provider: "openai", model: "openai/gpt-5-mini", only: BY_RESPONSES };
const OPENAI: Billed[] = [
  {
    ...{ what: "input, cached input, output with reasoning", ...mini, only: ["chat"], nanoUsd: TEXT_COST },
    reply: completion({
      ...{ prompt_tokens: 10_000, prompt_tokens_details: { cached_tokens: 4000 }, total_tokens: 11_000 },
      ...{ completion_tokens: 1000, completion_tokens_details: { reasoning_tokens: 600 } },
    }),
  },
  { what: "input, cached input, output with reasoning", ...mini, reply: response(TEXT_USAGE), nanoUsd: TEXT_COST },
  {
    ...{ what: "the flex tier", ...mini, reply: response(TEXT_USAGE, [], { service_tier: "flex" }) },
    nanoUsd: sum(tokens(6000, 0.125), tokens(4000, 0.0125), tokens(1000, 1)),
  },
  {
    ...{ what: "the priority tier", ...mini, reply: response(TEXT_USAGE, [], { service_tier: "priority" }) },
    nanoUsd: sum(tokens(6000, 0.45), tokens(4000, 0.045), tokens(1000, 3.6)),
  },
  {
    ...{ what: "long context", provider: "openai", model: "openai/gpt-5.4", only: BY_RESPONSES },
    reply: response({ input_tokens: 300_000, output_tokens: 1000, total_tokens: 301_000 }),
    nanoUsd: sum(tokens(300_000, 5), tokens(1000, 22.5)),
  },
  {
    ...{ what: "web searches, but no page that is opened and no search that fails", ...mini },
    reply: response(TEXT_USAGE, [
      ...[search("search"), search("open_page"), search("find_in_page"), search("search")],
      { ...search("search"), status: "failed" },
    ]),
    nanoUsd: TEXT_COST + each(2, 0.01),
  },
  {
    ...{ what: "preview searches at a model that does not reason", provider: "openai", model: "openai/gpt-4.1" },
    ...{ only: ["responses"], request: { tools: [{ type: "web_search_preview" }] } },
    reply: response({ input_tokens: 100, output_tokens: 10, total_tokens: 110 }, [search("search")]),
    nanoUsd: sum(tokens(100, 2), tokens(10, 8), each(1, 0.025)),
  },
  {
    ...{ what: "file searches", ...mini, reply: response(TEXT_USAGE, [fileSearch, fileSearch, fileSearch]) },
    nanoUsd: TEXT_COST + each(3, 0.0025),
  },
  {
    ...{ what: "an image that is drawn on the way, which has no price at this model", ...mini, unpriced: ["images"] },
    reply: response(TEXT_USAGE, [{ type: "image_generation_call", status: "completed", result: "iVBORw0KGgo=" }]),
    nanoUsd: TEXT_COST,
  },
  {
    ...{ what: "audio in and out", provider: "openai", model: "openai/gpt-4o-audio-preview", only: ["chat"] },
    reply: completion({
      ...{ prompt_tokens: 300, prompt_tokens_details: { audio_tokens: 200 }, total_tokens: 400 },
      ...{ completion_tokens: 100, completion_tokens_details: { audio_tokens: 70 } },
    }),
    nanoUsd: sum(tokens(100, 2.5), tokens(200, 40), tokens(30, 10), tokens(70, 80)),
  },
  {
    ...{ what: "the search before every answer", provider: "openai", model: "openai/gpt-4o-search-preview" },
    ...{ only: ["chat"], reply: completion({ prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 }) },
    nanoUsd: sum(tokens(100, 2.5), tokens(10, 10), each(1, 0.025)),
  },
];

// https://platform.claude.com/docs/en/about-claude/pricing: Sonnet 4.6 3 and 15, cache read 0.3, written 3.75, for an hour
// 6; Opus 4.7 and 4.8 5 and 25; Fable 5 10 and 50; Opus 4.8 fast 10 and 50; a search 0.01; in the US 1.1 times.
const sonnet = { provider: "anthropic", model: "anthropic/claude-sonnet-4.6" };
const OWN = { type: "message", input_tokens: 1000, output_tokens: 40 };
const OWN_COST = sum(tokens(1000, 3), tokens(40, 15));
const CACHED = {
  ...{ input_tokens: 1000, cache_read_input_tokens: 5000, cache_creation_input_tokens: 300, output_tokens: 40 },
  cache_creation: { ephemeral_5m_input_tokens: 200, ephemeral_1h_input_tokens: 100 },
};
const CACHED_COST = sum(OWN_COST, tokens(5000, 0.3), tokens(200, 3.75), tokens(100, 6));
const ANTHROPIC: Billed[] = [
  { what: "cache reads and writes of both lifetimes", ...sonnet, reply: message(CACHED, CACHED), nanoUsd: CACHED_COST },
  {
    ...{ what: "web searches", ...sonnet, nanoUsd: OWN_COST + each(2, 0.01) },
    reply: message({ ...OWN, server_tool_use: { web_search_requests: 2, web_fetch_requests: 3 } }),
  },
  {
    ...{ what: "inference in the US, and searches at their own price", ...sonnet },
    reply: message(
      { ...CACHED, server_tool_use: { web_search_requests: 1 } },
      { ...CACHED, inference_geo: "us", service_tier: "standard" },
    ),
    nanoUsd: Math.round(CACHED_COST * 1.1) + each(1, 0.01),
  },
  {
    ...{ what: "inference anywhere", ...sonnet, nanoUsd: OWN_COST },
    reply: message(OWN, { input_tokens: 1000, output_tokens: 1, inference_geo: "global" }),
  },
  {
    ...{ what: "inference in a geography of which no price is known", ...sonnet, nanoUsd: OWN_COST },
    ...{ reply: message({ ...OWN, inference_geo: "moon" }), unpriced: ["geography"] },
  },
  {
    ...{ what: "fast generation in the US", provider: "anthropic", model: "anthropic/claude-opus-4.8" },
    reply: message({ ...OWN, speed: "fast", inference_geo: "us" }),
    nanoUsd: Math.round(sum(tokens(1000, 10), tokens(40, 50)) * 1.1),
  },
  {
    ...{ what: "an advisor at its own model's price", ...sonnet },
    reply: message({
      ...{ input_tokens: 3000, output_tokens: 90 },
      iterations: [
        OWN,
        { type: "advisor_message", model: "claude-opus-4-7", input_tokens: 2700, output_tokens: 800 },
        { type: "message", input_tokens: 2000, output_tokens: 50 },
      ],
    }),
    nanoUsd: sum(tokens(3000, 3), tokens(90, 15), tokens(2700, 5), tokens(800, 25)),
  },
  {
    ...{ what: "an advisor of which no price is known", ...sonnet, unpriced: ["input_tokens", "output_tokens"] },
    reply: message({
      ...{ input_tokens: 1000, output_tokens: 40 },
      iterations: [OWN, { type: "advisor_message", model: "claude-unheard-of", input_tokens: 9, output_tokens: 8 }],
    }),
    nanoUsd: OWN_COST,
  },
  {
    ...{ what: "a fallback at its own model's price", provider: "anthropic", model: "anthropic/claude-fable-5" },
    reply: message({
      ...{ input_tokens: 412, output_tokens: 264 },
      iterations: [
        { type: "message", model: "claude-fable-5", input_tokens: 408, output_tokens: 0 },
        { type: "fallback_message", model: "claude-opus-4-8", input_tokens: 412, output_tokens: 264 },
      ],
    }),
    nanoUsd: sum(tokens(412, 5), tokens(264, 25)),
  },
  {
    ...{ what: "a fallback after the model had begun", provider: "anthropic", model: "anthropic/claude-fable-5" },
    reply: message({
      ...{ input_tokens: 412, output_tokens: 264 },
      iterations: [
        { type: "message", model: "claude-fable-5", input_tokens: 408, output_tokens: 20 },
        {
          ...{ type: "fallback_message", model: "claude-opus-4-8", input_tokens: 12, output_tokens: 264 },
          ...{ cache_creation_input_tokens: 400, cache_creation: { ephemeral_1h_input_tokens: 400 } },
        },
      ],
    }),
    nanoUsd: sum(tokens(408, 10), tokens(20, 50), tokens(12, 5), tokens(400, 10), tokens(264, 25)),
  },
  {
    ...{ what: "a compaction", ...sonnet, nanoUsd: sum(OWN_COST, tokens(60_000, 3), tokens(500, 15)) },
    reply: message({
      ...{ input_tokens: 1000, output_tokens: 40 },
      iterations: [{ type: "compaction", input_tokens: 60_000, output_tokens: 500 }, OWN],
    }),
  },
];

// https://ai.google.dev/gemini-api/docs/pricing: 2.5 Flash 0.3 and 2.5, audio 1, cached 0.03, cached audio 0.1, a grounded
// prompt 0.035; 2.5 Pro beyond 200,000 tokens 2.5 and 15; 3 Flash 0.5 and 3, a query 0.014.
const flash = { provider: "google", model: "google/gemini-2.5-flash" };
const SHORT = { promptTokenCount: 1000, candidatesTokenCount: 90, thoughtsTokenCount: 10, totalTokenCount: 1100 };
const QUERIES = [
  { webSearchQueries: ["a", "b", ""], groundingChunks: [{ web: { uri: "https://a.example", title: "a" } }] },
  { webSearchQueries: ["b", "c"], groundingChunks: [{ web: { uri: "https://b.example", title: "b" } }] },
];
const GOOGLE: Billed[] = [
  { what: "thoughts are output", ...flash, reply: generated(SHORT), nanoUsd: sum(tokens(1000, 0.3), tokens(100, 2.5)) },
  {
    ...{ what: "audio, cached and fresh", ...flash },
    reply: generated({
      ...{ promptTokenCount: 5000, cachedContentTokenCount: 3000, candidatesTokenCount: 100, totalTokenCount: 5100 },
      promptTokensDetails: [
        { modality: "TEXT", tokenCount: 1500 },
        { modality: "AUDIO", tokenCount: 3500 },
      ],
      cacheTokensDetails: [
        { modality: "TEXT", tokenCount: 1000 },
        { modality: "AUDIO", tokenCount: 2000 },
      ],
    }),
    nanoUsd: sum(tokens(500, 0.3), tokens(1500, 1), tokens(1000, 0.03), tokens(2000, 0.1), tokens(100, 2.5)),
  },
  {
    ...{ what: "long context", provider: "google", model: "google/gemini-2.5-pro" },
    reply: generated({ promptTokenCount: 250_000, candidatesTokenCount: 100, totalTokenCount: 250_100 }),
    nanoUsd: sum(tokens(250_000, 2.5), tokens(100, 15)),
  },
  {
    ...{ what: "a grounded prompt, however many its queries", ...flash, reply: generated(SHORT, QUERIES) },
    nanoUsd: sum(tokens(1000, 0.3), tokens(100, 2.5), each(1, 0.035)),
  },
  {
    ...{ what: "each grounding query once", provider: "google", model: "google/gemini-3-flash-preview" },
    ...{ reply: generated(SHORT, QUERIES), nanoUsd: sum(tokens(1000, 0.5), tokens(100, 3), each(3, 0.014)) },
  },
  {
    ...{ what: "grounding that found nothing to ask", provider: "google", model: "google/gemini-3-flash-preview" },
    reply: generated(SHORT, [{ webSearchQueries: [] }]),
    nanoUsd: sum(tokens(1000, 0.5), tokens(100, 3)),
  },
];

// https://openrouter.ai/google/gemini-3-flash-preview: 0.5 and 3, cache read 0.05, storage 0.083333333, a search 0.014;
// https://docs.x.ai/docs/models: Grok 4.3 1.25, cached 0.2, output 2.5, a search 0.005, of files 0.0025;
// https://docs.perplexity.ai/guides/pricing: deep research 2 and 8, citations 2, reasoning 3, a search 0.005; Sonar 1 and 1
// and, at its largest context, 0.012 a request.
const OTHERS: Billed[] = [
  {
    ...{ what: "what Gemini caches and reads at once", provider: "openrouter", model: "google/gemini-3-flash-preview" },
    reply: completion({
      ...{ prompt_tokens: 10_000, completion_tokens: 100, total_tokens: 10_100 },
      prompt_tokens_details: { cached_tokens: 9900, cache_write_tokens: 9900 },
    }),
    nanoUsd: sum(tokens(100, 0.5), tokens(9900, 0.05), tokens(9900, 0.083_333_333), tokens(100, 3)),
  },
  {
    ...{ what: "web searches", provider: "openrouter", model: "google/gemini-3-flash-preview" },
    reply: completion({
      ...{ prompt_tokens: 100, completion_tokens: 10, total_tokens: 110, server_tool_use: { web_search_requests: 2 } },
    }),
    nanoUsd: sum(tokens(100, 0.5), tokens(10, 3), each(2, 0.014)),
  },
  {
    ...{ what: "reasoning beside the output, and searches", provider: "xai", model: "x-ai/grok-4.3" },
    reply: completion({
      ...{ prompt_tokens: 100, completion_tokens: 10, total_tokens: 140, num_sources_used: 0 },
      ...{ prompt_tokens_details: { cached_tokens: 60 }, completion_tokens_details: { reasoning_tokens: 30 } },
      server_side_tool_usage_details: { web_search_calls: 1, x_search_calls: 1, file_search_calls: 1 },
    }),
    nanoUsd: sum(tokens(40, 1.25), tokens(60, 0.2), tokens(40, 2.5), each(2, 0.005), each(1, 0.0025)),
  },
  {
    ...{ what: "the fee of a request", provider: "perplexity", model: "perplexity/sonar" },
    reply: completion({ prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 }),
    nanoUsd: sum(tokens(100, 1), tokens(10, 1), each(1, 0.012)),
  },
  {
    ...{ what: "citations, reasoning and searches", provider: "perplexity", model: "perplexity/sonar-deep-research" },
    reply: completion({
      ...{ prompt_tokens: 30, completion_tokens: 7000, total_tokens: 7030, citation_tokens: 19_000 },
      ...{ num_search_queries: 28, reasoning_tokens: 95_000 },
    }),
    nanoUsd: sum(tokens(19_030, 2), tokens(7000, 8), tokens(95_000, 3), each(28, 0.005)),
  },
];

/** The units that these calls are billed by; the rest of the catalogue's are in `media-units.test.ts`. */
export const TEXT_UNITS: UsageUnit[] = [
  ...(["input_tokens", "cache_read_tokens", "cache_read_audio_tokens", "cache_write_tokens"] as const),
  ...(["cache_write_1h_tokens", "cache_storage_tokens", "output_tokens", "reasoning_tokens"] as const),
  ...(["input_audio_tokens", "output_audio_tokens", "requests"] as const),
  ...(["web_searches", "grounded_requests", "file_searches"] as const),
];

export const BILLED: Billed[] = [...OPENAI, ...ANTHROPIC, ...GOOGLE, ...OTHERS];
