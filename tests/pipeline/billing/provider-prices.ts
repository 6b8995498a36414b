import type { UsageUnit } from "#server/providers/usage/usage.ts";
import { ANTHROPIC } from "./anthropic-prices.ts";
import { CLOUDS } from "./cloud-prices.ts";
import { OPENAI } from "./openai-prices.ts";
import { each, type PriceCase, sum, tokens } from "./price-case.ts";
import { agentResponse, completion, geminiReply, message, response } from "./provider-responses.ts";

// https://ai.google.dev/gemini-api/docs/pricing: 2.5 Flash 0.3 and 2.5, audio 1, cached 0.03, cached audio 0.1, a grounded
// prompt 0.035; 2.5 Pro beyond 200,000 tokens 2.5 and 15; 3 Flash 0.5 and 3, a query 0.014.
const flash = { provider: "google", model: "google/gemini-2.5-flash" };
const SHORT = { promptTokenCount: 1000, candidatesTokenCount: 90, thoughtsTokenCount: 10, totalTokenCount: 1100 };
const QUERIES = [
  { webSearchQueries: ["a", "b", ""], groundingChunks: [{ web: { uri: "https://a.example", title: "a" } }] },
  { webSearchQueries: ["b", "c"], groundingChunks: [{ web: { uri: "https://b.example", title: "b" } }] },
];
const GOOGLE: PriceCase[] = [
  {
    what: "thoughts are output",
    ...flash,
    reply: geminiReply(SHORT),
    nanoUsd: sum(tokens(1000, 0.3), tokens(100, 2.5)),
  },
  {
    what: "audio, cached and fresh",
    ...flash,
    reply: geminiReply({
      promptTokenCount: 5000,
      cachedContentTokenCount: 3000,
      candidatesTokenCount: 100,
      totalTokenCount: 5100,
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
    what: "long context",
    provider: "google",
    model: "google/gemini-2.5-pro",
    reply: geminiReply({ promptTokenCount: 250_000, candidatesTokenCount: 100, totalTokenCount: 250_100 }),
    nanoUsd: sum(tokens(250_000, 2.5), tokens(100, 15)),
  },
  {
    what: "a grounded prompt, however many its queries",
    ...flash,
    reply: geminiReply(SHORT, QUERIES),
    nanoUsd: sum(tokens(1000, 0.3), tokens(100, 2.5), each(1, 0.035)),
  },
  {
    what: "each grounding query once",
    provider: "google",
    model: "google/gemini-3-flash-preview",
    reply: geminiReply(SHORT, QUERIES),
    nanoUsd: sum(tokens(1000, 0.5), tokens(100, 3), each(3, 0.014)),
  },
  {
    what: "grounding that found nothing to ask",
    provider: "google",
    model: "google/gemini-3-flash-preview",
    reply: geminiReply(SHORT, [{ webSearchQueries: [] }]),
    nanoUsd: sum(tokens(1000, 0.5), tokens(100, 3)),
  },
];

// https://openrouter.ai/google/gemini-3-flash-preview: 0.5 and 3, cache read 0.05, storage 0.083333333, a search 0.014;
// https://docs.x.ai/docs/models: Grok 4.3 1.25, cached 0.2, output 2.5, a search 0.005, of files 0.0025;
// https://docs.perplexity.ai/guides/pricing: deep research 2 and 8, citations 2, reasoning 3, a search 0.005; Sonar 1 and 1
// and, by the size of its search context, 0.005, 0.008 or 0.012 a request; Sonar Pro 3 and 15 and 0.006, 0.01 or 0.014.
const OTHERS: PriceCase[] = [
  {
    what: "what Gemini caches and reads at once",
    provider: "openrouter",
    model: "google/gemini-3-flash-preview",
    only: ["chat"],
    reply: completion({
      prompt_tokens: 10_000,
      completion_tokens: 100,
      total_tokens: 10_100,
      prompt_tokens_details: { cached_tokens: 9900, cache_write_tokens: 9900 },
    }),
    nanoUsd: sum(tokens(100, 0.5), tokens(9900, 0.05), tokens(9900, 0.083_333_333), tokens(100, 3)),
  },
  {
    what: "web searches",
    provider: "openrouter",
    model: "google/gemini-3-flash-preview",
    only: ["chat"],
    reply: completion({
      prompt_tokens: 100,
      completion_tokens: 10,
      total_tokens: 110,
      server_tool_use: { web_search_requests: 2 },
    }),
    nanoUsd: sum(tokens(100, 0.5), tokens(10, 3), each(2, 0.014)),
  },
  {
    what: "reasoning alongside the output, and searches",
    provider: "xai",
    model: "x-ai/grok-4.3",
    only: ["chat"],
    reply: completion({
      prompt_tokens: 100,
      completion_tokens: 10,
      total_tokens: 140,
      num_sources_used: 0,
      prompt_tokens_details: { cached_tokens: 60 },
      completion_tokens_details: { reasoning_tokens: 30 },
      server_side_tool_usage_details: { web_search_calls: 1, x_search_calls: 1, file_search_calls: 1 },
    }),
    nanoUsd: sum(tokens(40, 1.25), tokens(60, 0.2), tokens(40, 2.5), each(2, 0.005), each(1, 0.0025)),
  },
  {
    what: "cached tokens alongside the input, and a search",
    provider: "openrouter",
    model: "google/gemini-3-flash-preview",
    only: ["messages"],
    reply: message({
      input_tokens: 100,
      cache_read_input_tokens: 9900,
      output_tokens: 100,
      server_tool_use: { web_search_requests: 1 },
    }),
    nanoUsd: sum(tokens(100, 0.5), tokens(9900, 0.05), tokens(100, 3), each(1, 0.014)),
  },
  {
    what: "cached tokens within the input, and a search",
    provider: "openrouter",
    model: "google/gemini-3-flash-preview",
    only: ["responses"],
    reply: response(
      {
        input_tokens: 10_000,
        input_tokens_details: { cached_tokens: 9900 },
        output_tokens: 100,
        output_tokens_details: { reasoning_tokens: 40 },
        total_tokens: 10_100,
      },
      [{ type: "web_search_call", status: "completed" }],
    ),
    nanoUsd: sum(tokens(100, 0.5), tokens(9900, 0.05), tokens(100, 3), each(1, 0.014)),
  },
  {
    what: "reasoning within the output, and only the searches that succeeded",
    provider: "xai",
    model: "x-ai/grok-4.3",
    only: ["responses"],
    reply: response(
      {
        input_tokens: 100,
        input_tokens_details: { cached_tokens: 60 },
        output_tokens: 40,
        output_tokens_details: { reasoning_tokens: 30 },
        total_tokens: 140,
        num_server_side_tools_used: 2,
        server_side_tool_usage_details: { web_search_calls: 1, x_search_calls: 1, file_search_calls: 0 },
      },
      [
        { type: "web_search_call", status: "completed" },
        { type: "x_search_call", status: "completed" },
        { type: "x_search_call", status: "completed" },
      ],
    ),
    nanoUsd: sum(tokens(40, 1.25), tokens(60, 0.2), tokens(40, 2.5), each(2, 0.005)),
  },
  {
    what: "calls of tools that older usage only counts",
    provider: "xai",
    model: "x-ai/grok-4.3",
    only: ["responses"],
    reply: response({ input_tokens: 100, output_tokens: 10, total_tokens: 110, num_server_side_tools_used: 2 }),
    nanoUsd: sum(tokens(100, 1.25), tokens(10, 2.5), each(2, 0.005)),
  },
  {
    what: "code that the provider ran, which has no price here",
    provider: "xai",
    model: "x-ai/grok-4.3",
    only: ["responses"],
    reply: response({ input_tokens: 100, output_tokens: 10, total_tokens: 110 }, [
      { type: "code_interpreter_call", status: "completed" },
    ]),
    nanoUsd: sum(tokens(100, 1.25), tokens(10, 2.5)),
    unpriced: ["containers"],
  },
  {
    what: "cached tokens alongside the input",
    provider: "deepseek",
    model: "deepseek/deepseek-v3.1-terminus",
    only: ["messages"],
    reply: message({ input_tokens: 100, cache_read_input_tokens: 9900, output_tokens: 100 }),
    nanoUsd: sum(tokens(100, 0.27), tokens(9900, 0.13), tokens(100, 0.95)),
  },
  {
    what: "the fee of a request",
    provider: "perplexity",
    model: "perplexity/sonar",
    reply: completion({ prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 }),
    nanoUsd: sum(tokens(100, 1), tokens(10, 1), each(1, 0.005)),
  },
  {
    what: "the fee of a request with the size of the search context that was requested",
    provider: "perplexity",
    model: "perplexity/sonar-pro",
    request: { web_search_options: { search_context_size: "medium" } },
    only: ["chat"],
    reply: completion({ prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 }),
    nanoUsd: sum(tokens(100, 3), tokens(10, 15), each(1, 0.01)),
  },
  {
    what: "the fee of a request with the size of the search context that the response reports",
    provider: "perplexity",
    model: "perplexity/sonar",
    reply: completion({ prompt_tokens: 100, completion_tokens: 10, total_tokens: 110, search_context_size: "high" }),
    nanoUsd: sum(tokens(100, 1), tokens(10, 1), each(1, 0.012)),
  },
  {
    what: "citations, reasoning and searches",
    provider: "perplexity",
    model: "perplexity/sonar-deep-research",
    reply: completion({
      prompt_tokens: 30,
      completion_tokens: 7000,
      total_tokens: 7030,
      citation_tokens: 19_000,
      num_search_queries: 28,
      reasoning_tokens: 95_000,
    }),
    nanoUsd: sum(tokens(19_030, 2), tokens(7000, 8), tokens(95_000, 3), each(28, 0.005)),
  },
  // https://docs.perplexity.ai/docs/agent-api/models: 0.25 and 2.5, read from the cache 0.0625, written at the price of input;
  // https://docs.perplexity.ai/docs/getting-started/pricing: a search 0.0025. The counts are of a request of 2026-09-22.
  {
    what: "an agent's cached tokens and searches",
    provider: "perplexity-agent",
    model: "perplexity/sonar",
    reply: agentResponse({
      input_tokens: 11_575,
      input_tokens_details: {
        cache_creation_input_tokens: 6296,
        cache_read_input_tokens: 5270,
        cached_tokens: 5270,
      },
      output_tokens: 227,
      output_tokens_details: { reasoning_tokens: 28 },
      tool_calls_details: { search_web: { cost_usd: 0.005, invocation: 2 } },
      total_tokens: 11_802,
      cost: {
        cache_creation_cost: 0.00157,
        cache_read_cost: 0.00033,
        input_cost: 0,
        output_cost: 0.00057,
        tool_calls_cost: 0.005,
        currency: "USD",
        total_cost: 0.00747,
      },
    }),
    nanoUsd: sum(tokens(9, 0.25), tokens(6296, 0.25), tokens(5270, 0.0625), tokens(227, 2.5), each(2, 0.0025)),
  },
  {
    what: "an agent's tools that have no price",
    provider: "perplexity-agent",
    model: "perplexity/sonar",
    reply: agentResponse({
      input_tokens: 100,
      output_tokens: 10,
      total_tokens: 110,
      tool_calls_details: { search_web: { invocation: 1 }, sandbox: { invocation: 1 } },
    }),
    nanoUsd: sum(tokens(100, 0.25), tokens(10, 2.5), each(1, 0.0025)),
    unpriced: ["containers"],
  },
];

/** The units that these requests are billed by; the rest of the catalogue's are in `media-units.test.ts`. */
export const TEXT_UNITS: UsageUnit[] = [
  ...(["input_tokens", "cache_read_tokens", "cache_read_audio_tokens", "cache_write_tokens"] as const),
  ...(["cache_write_1h_tokens", "cache_storage_tokens", "output_tokens", "reasoning_tokens"] as const),
  ...(["input_audio_tokens", "output_audio_tokens", "requests"] as const),
  ...(["web_searches", "grounded_requests", "file_searches"] as const),
];

export const PRICE_CASES: PriceCase[] = [...OPENAI, ...ANTHROPIC, ...GOOGLE, ...OTHERS, ...CLOUDS];
