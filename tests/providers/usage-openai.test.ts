import { describe } from "vitest";
import { perplexityUsage } from "#server/providers/compatible/perplexity-usage.ts";
import { chatUsage } from "#server/providers/openai/chat-usage.ts";
import { responsesUsage } from "#server/providers/openai/responses-usage.ts";
import { table } from "./usage-table.ts";

describe("OpenAI responses", () => {
  table(responsesUsage, [
    [
      "plain",
      {
        input_tokens: 36,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens: 87,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: 123,
      },
      { input_tokens: 36, output_tokens: 87 },
    ],
    [
      "cached input is taken out of the input; reasoning stays a part of the output",
      {
        input_tokens: 2006,
        input_tokens_details: { cached_tokens: 1920 },
        output_tokens: 300,
        output_tokens_details: { reasoning_tokens: 256 },
        total_tokens: 2306,
      },
      { input_tokens: 86, cache_read_tokens: 1920, output_tokens: 300, reasoning_tokens: 256 },
    ],
    [
      "cache writes are their own unit",
      {
        input_tokens: 5000,
        input_tokens_details: { cached_tokens: 1000, cache_write_tokens: 3000 },
        output_tokens: 10,
        output_tokens_details: null,
      },
      { input_tokens: 1000, cache_read_tokens: 1000, cache_write_tokens: 3000, output_tokens: 10 },
    ],
    ["no details", { input_tokens: 5, output_tokens: 6 }, { input_tokens: 5, output_tokens: 6 }],
    ["nothing", {}, { input_tokens: 0, output_tokens: 0 }],
  ]);
});

describe("chat completions", () => {
  table(chatUsage, [
    [
      "OpenAI: audio in and out are their own units",
      {
        prompt_tokens: 119,
        completion_tokens: 150,
        total_tokens: 269,
        prompt_tokens_details: { cached_tokens: 0, audio_tokens: 100 },
        completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 120, accepted_prediction_tokens: 0 },
      },
      { input_tokens: 19, input_audio_tokens: 100, output_tokens: 30, output_audio_tokens: 120 },
    ],
    [
      "cached audio is counted once",
      {
        prompt_tokens: 200,
        completion_tokens: 1,
        prompt_tokens_details: {
          cached_tokens: 128,
          audio_tokens: 150,
          cached_tokens_details: { text_tokens: 28, audio_tokens: 100 },
        },
      },
      {
        input_tokens: 22,
        cache_read_tokens: 28,
        cache_read_audio_tokens: 100,
        input_audio_tokens: 50,
        output_tokens: 1,
      },
    ],
    [
      "parts larger than the whole do not make it negative",
      { prompt_tokens: 100, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 80, audio_tokens: 90 } },
      { input_tokens: 0, cache_read_tokens: 80, input_audio_tokens: 20, output_tokens: 5 },
    ],
    [
      "DeepSeek: hits and misses of the cache",
      {
        prompt_tokens: 1000,
        completion_tokens: 50,
        total_tokens: 1050,
        prompt_cache_hit_tokens: 896,
        prompt_cache_miss_tokens: 104,
        completion_tokens_details: { reasoning_tokens: 20 },
      },
      { input_tokens: 104, cache_read_tokens: 896, output_tokens: 50, reasoning_tokens: 20 },
    ],
    [
      "Mistral: cached tokens in a field of its own",
      { prompt_tokens: 997, completion_tokens: 4, total_tokens: 1001, num_cached_tokens: 976 },
      { input_tokens: 21, cache_read_tokens: 976, output_tokens: 4 },
    ],
    [
      "Mistral: the details apply where both are present",
      { prompt_tokens: 100, completion_tokens: 4, num_cached_tokens: 99, prompt_tokens_details: { cached_tokens: 64 } },
      { input_tokens: 36, cache_read_tokens: 64, output_tokens: 4 },
    ],
    [
      "Mistral: the second spelling of the details",
      { prompt_tokens: 100, completion_tokens: 4, prompt_token_details: { cached_tokens: 64 } },
      { input_tokens: 36, cache_read_tokens: 64, output_tokens: 4 },
    ],
    [
      "Moonshot: cached tokens at the top",
      { prompt_tokens: 500, completion_tokens: 7, total_tokens: 507, cached_tokens: 256 },
      { input_tokens: 244, cache_read_tokens: 256, output_tokens: 7 },
    ],
    [
      "xAI: reasoning is counted alongside the completion",
      {
        prompt_tokens: 10_120,
        completion_tokens: 1499,
        total_tokens: 14_428,
        prompt_tokens_details: { cached_tokens: 128 },
        completion_tokens_details: { reasoning_tokens: 2809 },
      },
      { input_tokens: 9992, cache_read_tokens: 128, output_tokens: 4308, reasoning_tokens: 2809 },
    ],
    [
      "xAI: searched sources and image input",
      {
        prompt_tokens: 300,
        completion_tokens: 9,
        total_tokens: 309,
        prompt_tokens_details: { text_tokens: 44, audio_tokens: 0, image_tokens: 256, cached_tokens: 0 },
        num_sources_used: 4,
      },
      { input_tokens: 44, input_image_tokens: 256, output_tokens: 9, web_searches: 4 },
    ],
    [
      "OpenRouter: cache writes, image output, searches",
      {
        prompt_tokens: 2000,
        completion_tokens: 1300,
        total_tokens: 3300,
        prompt_tokens_details: { cached_tokens: 1500, cache_write_tokens: 400, audio_tokens: 0 },
        completion_tokens_details: { reasoning_tokens: 0, image_tokens: 1290 },
        server_tool_use: { web_search_requests: 2 },
        cost: 0.01,
      },
      {
        input_tokens: 100,
        cache_read_tokens: 1500,
        cache_write_tokens: 400,
        output_tokens: 10,
        output_image_tokens: 1290,
        web_searches: 2,
      },
    ],
    [
      "OpenRouter: what Gemini writes to a cache and reads from it at once is counted once",
      {
        prompt_tokens: 10_000,
        completion_tokens: 20,
        total_tokens: 10_020,
        prompt_tokens_details: { cached_tokens: 9960, cache_write_tokens: 9960 },
        cost: 0.001_192,
      },
      { input_tokens: 40, cache_read_tokens: 9960, cache_storage_tokens: 9960, output_tokens: 20 },
    ],
    [
      "OpenRouter: a short text written and read at once leaves the rest of the prompt as it is",
      {
        prompt_tokens: 10_000,
        completion_tokens: 20,
        prompt_tokens_details: { cached_tokens: 3000, cache_write_tokens: 3000 },
      },
      { input_tokens: 7000, cache_read_tokens: 3000, cache_storage_tokens: 3000, output_tokens: 20 },
    ],
    [
      "a total that holds both parts of the cache says that the prompt leaves them out",
      {
        prompt_tokens: 1000,
        completion_tokens: 5,
        total_tokens: 2305,
        prompt_tokens_details: { cached_tokens: 600, cache_write_tokens: 700 },
      },
      { input_tokens: 1000, cache_read_tokens: 600, cache_write_tokens: 700, output_tokens: 5 },
    ],
    [
      "xAI: searches of the web, of X and of files",
      {
        prompt_tokens: 100,
        completion_tokens: 9,
        num_sources_used: 0,
        server_side_tool_usage_details: { web_search_calls: 2, x_search_calls: 1, file_search_calls: 3 },
      },
      { input_tokens: 100, output_tokens: 9, web_searches: 3, file_searches: 3 },
    ],
    [
      "an unused field of another dialect does not hide the cached tokens",
      {
        prompt_tokens: 1000,
        completion_tokens: 5,
        prompt_tokens_details: { cached_tokens: 600 },
        cache_read_input_tokens: 0,
        cache_creation_input_tokens: 0,
      },
      { input_tokens: 400, cache_read_tokens: 600, output_tokens: 5 },
    ],
    [
      "a prompt that leaves out its cached part does not turn negative",
      { prompt_tokens: 12, completion_tokens: 5, cache_read_input_tokens: 16_650 },
      { input_tokens: 12, cache_read_tokens: 16_650, output_tokens: 5 },
    ],
    [
      "nulls",
      { prompt_tokens: 3, completion_tokens: null, prompt_tokens_details: null },
      { input_tokens: 3, output_tokens: 0 },
    ],
  ]);
});

describe("Perplexity", () => {
  table(perplexityUsage, [
    [
      "deep research: citations as input, reasoning as output, searches",
      {
        prompt_tokens: 33,
        completion_tokens: 7163,
        total_tokens: 7196,
        citation_tokens: 19_028,
        num_search_queries: 28,
        reasoning_tokens: 95_305,
      },
      { input_tokens: 19_061, output_tokens: 102_468, reasoning_tokens: 95_305, web_searches: 28 },
    ],
  ]);
});
