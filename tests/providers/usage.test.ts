import type { LanguageModelV4Usage } from "@ai-sdk/provider";
import { describe, expect, test } from "vitest";
import { messagesOthers, messagesUsage, neutralMessagesUsage } from "#server/providers/anthropic/usage.ts";
import { perplexityUsage } from "#server/providers/compatible/perplexity-usage.ts";
import { geminiUsage } from "#server/providers/google/usage.ts";
import { chatUsage } from "#server/providers/openai/chat-usage.ts";
import { responsesUsage } from "#server/providers/openai/responses-usage.ts";
import { neutralUsage } from "#server/providers/usage/neutral-usage.ts";
import { table } from "./usage-table.ts";

describe("Anthropic messages", () => {
  table(messagesUsage, [
    [
      "counts are disjoint already; the two cache lifetimes are apart",
      {
        input_tokens: 2048,
        cache_read_input_tokens: 1800,
        cache_creation_input_tokens: 248,
        output_tokens: 503,
        cache_creation: { ephemeral_5m_input_tokens: 148, ephemeral_1h_input_tokens: 100 },
      },
      {
        input_tokens: 2048,
        cache_read_tokens: 1800,
        cache_write_tokens: 148,
        cache_write_1h_tokens: 100,
        output_tokens: 503,
      },
    ],
    [
      "the old total holds where the split says 0",
      {
        input_tokens: 10,
        cache_creation_input_tokens: 500,
        cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
        output_tokens: 1,
      },
      { input_tokens: 10, cache_write_tokens: 500, output_tokens: 1 },
    ],
    [
      "the split holds where the old total says 0",
      {
        input_tokens: 10,
        cache_creation_input_tokens: 0,
        cache_creation: { ephemeral_5m_input_tokens: 70, ephemeral_1h_input_tokens: 30 },
        output_tokens: 1,
      },
      { input_tokens: 10, cache_write_tokens: 70, cache_write_1h_tokens: 30, output_tokens: 1 },
    ],
    [
      "thinking, searches and nulls",
      {
        input_tokens: 105,
        cache_creation_input_tokens: null,
        cache_read_input_tokens: null,
        cache_creation: null,
        output_tokens: 900,
        output_tokens_details: { thinking_tokens: 640 },
        server_tool_use: { web_search_requests: 3, web_fetch_requests: 1 },
        service_tier: "standard",
      },
      { input_tokens: 105, output_tokens: 900, reasoning_tokens: 640, web_searches: 3 },
    ],
    [
      "with compaction the bill is the sum of the iterations",
      {
        input_tokens: 23_000,
        output_tokens: 1000,
        iterations: [
          { type: "compaction", input_tokens: 180_000, output_tokens: 3500, cache_read_input_tokens: 50 },
          { type: "message", input_tokens: 23_000, output_tokens: 1000 },
          { type: "advisor_message", model: "another", input_tokens: 9, output_tokens: 8 },
        ],
      },
      { input_tokens: 203_009, cache_read_tokens: 50, output_tokens: 4508 },
    ],
    [
      "an advisor's tokens are billed alongside the message's",
      {
        input_tokens: 300,
        output_tokens: 90,
        iterations: [
          { type: "message", input_tokens: 100, output_tokens: 40 },
          { type: "advisor_message", model: "another", input_tokens: 700, output_tokens: 600 },
          { type: "message", input_tokens: 200, output_tokens: 50 },
        ],
      },
      { input_tokens: 1000, output_tokens: 690 },
    ],
    [
      "of a fallback, what was declined before it said anything is not billed",
      {
        input_tokens: 412,
        output_tokens: 264,
        iterations: [
          { type: "message", model: "asked", input_tokens: 408, output_tokens: 0 },
          { type: "fallback_message", model: "another", input_tokens: 412, output_tokens: 264 },
        ],
      },
      { input_tokens: 412, output_tokens: 264 },
    ],
    [
      "of a fallback, what was declined after it had begun is billed too",
      {
        input_tokens: 412,
        output_tokens: 264,
        iterations: [
          { type: "message", model: "asked", input_tokens: 408, output_tokens: 30 },
          { type: "fallback_message", model: "another", input_tokens: 412, output_tokens: 264 },
        ],
      },
      { input_tokens: 820, output_tokens: 294 },
    ],
  ]);

  test.each([
    ["message", []],
    ["compaction", []],
    ["advisor_message", [{ model: "another", usage: { input_tokens: 7, cache_read_tokens: 2, output_tokens: 6 } }]],
    ["fallback_message", [{ model: "another", usage: { input_tokens: 7, cache_read_tokens: 2, output_tokens: 6 } }]],
    ["future_message", [{ model: "another", usage: { input_tokens: 7, cache_read_tokens: 2, output_tokens: 6 } }]],
  ])("an iteration of kind %s is attributed to the right model", (type, others) => {
    const own = { type: "message", input_tokens: 1, output_tokens: 2 };
    const other = { type, model: "another", input_tokens: 7, output_tokens: 6, cache_read_input_tokens: 2 };
    expect(messagesOthers({ input_tokens: 1, output_tokens: 2, iterations: [own, other] })).toEqual(others);
  });

  test("fields that are null in the last event keep the count of the first", () => {
    const usage: LanguageModelV4Usage = {
      inputTokens: { total: 322, noCache: 22, cacheRead: 200, cacheWrite: 100 },
      outputTokens: { total: 20, text: undefined, reasoning: undefined },
      raw: {
        input_tokens: null,
        cache_read_input_tokens: null,
        cache_creation_input_tokens: null,
        cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 100 },
        output_tokens: 20,
      },
    };
    expect(neutralMessagesUsage(usage)).toEqual({
      input_tokens: 22,
      cache_read_tokens: 200,
      cache_write_1h_tokens: 100,
      output_tokens: 20,
    });
  });
});

describe("Gemini", () => {
  table(geminiUsage, [
    [
      "thoughts are output alongside the candidates",
      {
        promptTokenCount: 11,
        candidatesTokenCount: 73,
        thoughtsTokenCount: 500,
        totalTokenCount: 584,
        promptTokensDetails: [{ modality: "TEXT", tokenCount: 11 }],
      },
      { input_tokens: 11, output_tokens: 573, reasoning_tokens: 500 },
    ],
    [
      "the prompt includes its cached part, which is counted once",
      {
        promptTokenCount: 696_219,
        cachedContentTokenCount: 696_190,
        candidatesTokenCount: 214,
        totalTokenCount: 696_433,
        promptTokensDetails: [
          { modality: "AUDIO", tokenCount: 696_000 },
          { modality: "TEXT", tokenCount: 219 },
        ],
        cacheTokensDetails: [
          { modality: "AUDIO", tokenCount: 696_000 },
          { modality: "TEXT", tokenCount: 190 },
        ],
      },
      { input_tokens: 29, cache_read_tokens: 190, cache_read_audio_tokens: 696_000, output_tokens: 214 },
    ],
    [
      "what tools put into the prompt is input too",
      { promptTokenCount: 30, toolUsePromptTokenCount: 1200, candidatesTokenCount: 40, totalTokenCount: 1270 },
      { input_tokens: 1230, output_tokens: 40 },
    ],
    [
      "images and audio in, an image out",
      {
        promptTokenCount: 650,
        candidatesTokenCount: 1300,
        promptTokensDetails: [
          { modality: "TEXT", tokenCount: 92 },
          { modality: "IMAGE", tokenCount: 258 },
          { modality: "AUDIO", tokenCount: 300 },
        ],
        candidatesTokensDetails: [{ modality: "IMAGE", tokenCount: 1290 }],
      },
      {
        input_tokens: 92,
        input_image_tokens: 258,
        input_audio_tokens: 300,
        output_tokens: 10,
        output_image_tokens: 1290,
      },
    ],
    [
      "a missing candidate count is what the total leaves",
      { promptTokenCount: 10, thoughtsTokenCount: 5, totalTokenCount: 40 },
      { input_tokens: 10, output_tokens: 30, reasoning_tokens: 5 },
    ],
    ["a blocked prompt", { promptTokenCount: 8, totalTokenCount: 8 }, { input_tokens: 8, output_tokens: 0 }],
  ]);
});

test("without a usage block only the neutral counts are read", () => {
  const usage = {
    inputTokens: { total: 30, noCache: undefined, cacheRead: 10, cacheWrite: 5 },
    outputTokens: { total: undefined, text: 3, reasoning: 4 },
  };
  expect(neutralUsage(usage)).toEqual({
    input_tokens: 15,
    cache_read_tokens: 10,
    cache_write_tokens: 5,
    output_tokens: 7,
    reasoning_tokens: 4,
  });
});

test("no reader returns a negative, invalid or fractional count, whatever the block contains", () => {
  const values = [-5, 0, 1, 7.6, 1e6, Number.NaN, Number.POSITIVE_INFINITY, "12", null, undefined, {}, []];
  const names = [
    "prompt_tokens|completion_tokens|total_tokens|input_tokens|output_tokens|prompt_cache_hit_tokens|cached_tokens",
    "cache_read_input_tokens|cache_creation_input_tokens|reasoning_tokens|promptTokenCount|candidatesTokenCount",
    "cachedContentTokenCount|thoughtsTokenCount|toolUsePromptTokenCount|totalTokenCount|audio_tokens|image_tokens",
  ].flatMap((line) => line.split("|"));
  let state = 1;
  const pick = () => {
    state = (state * 48_271) % 2_147_483_647;
    return values[state % values.length];
  };
  for (let round = 0; round < 2000; round++) {
    const flat = Object.fromEntries(names.map((name) => [name, pick()]));
    const raw = { ...flat, prompt_tokens_details: flat, completion_tokens_details: flat, cache_creation: flat };
    for (const read of [chatUsage, responsesUsage, messagesUsage, geminiUsage, perplexityUsage]) {
      const usage = read(raw);
      for (const units of Object.values(usage)) expect(Number.isSafeInteger(units) && units >= 0).toBe(true);
      expect(usage.reasoning_tokens ?? 0).toBeLessThanOrEqual(usage.output_tokens ?? 0);
    }
  }
});
