import { describe, expect, test } from "vitest";
import type { Body } from "#server/dialects/dialect.ts";
import { toolChoiceOf, toolConfigOf } from "#server/dialects/gemini/request/tools.ts";
import { responseOf } from "#server/dialects/gemini/response/response.ts";
import { createGeminiStream } from "#server/dialects/gemini/response/stream.ts";
import type { Event } from "../../pipeline/calling.ts";

// What providers' own chat completions have beyond OpenAI's, for callers in Google's form.

/** The same content whole and in chunks, as responses of Gemini. */
function bothForms(content: unknown, pieces: unknown[], extra: Body = {}): [Event[], Event[]] {
  const whole = responseOf({ choices: [{ index: 0, message: { content }, finish_reason: "stop" }], ...extra }, true);
  const stream = createGeminiStream(true);
  const chunks = pieces.flatMap((piece) =>
    stream.chunk({ choices: [{ index: 0, delta: { content: piece } }], ...extra }),
  );
  return [[whole], [...chunks, ...stream.end()]];
}

const partsIn = (responses: Event[]): Body[] => responses.flatMap(({ candidates }) => candidates[0].content.parts);

describe("a response of a provider with its own form of chat", () => {
  test("keeps reasoning and text that arrive in parts, as Mistral sends them", () => {
    const thinking = { type: "thinking", thinking: [{ type: "text", text: "Six times seven." }] };
    const answer = { type: "text", text: "42" };
    for (const responses of bothForms([thinking, answer], [[thinking], [answer]]))
      expect(partsIn(responses).slice(0, 2)).toEqual([{ text: "Six times seven.", thought: true }, { text: "42" }]);
  });

  test.each<[string, Body]>([
    ["as pages", { search_results: [{ url: "https://a.example/", title: "A" }], citations: ["https://a.example/"] }],
    ["as addresses", { citations: ["https://a.example/"] }],
  ])("cites the sources that it lists extra the choices, as Perplexity does, %s", (_, extra) => {
    for (const responses of bothForms("Yes.", ["Yes", "."], extra)) {
      const found = responses.flatMap(({ candidates }) => candidates[0].groundingMetadata?.groundingChunks ?? []);
      expect(found.map(({ web }: Event) => web.uri)).toEqual(["https://a.example/"]);
    }
  });
});

test.each([
  ["apart, as the total shows", { total_tokens: 135 }, 15, 110],
  ["within the completion", { completion_tokens: 125, total_tokens: 135 }, 15, 110],
  ["apart, since there are more than completion tokens", { total_tokens: 25 }, 15, 110],
])(
  "reasoning tokens that a provider counts %s are thoughts extra the candidates",
  (_, counts, candidates, thoughts) => {
    const usage = { prompt_tokens: 10, completion_tokens: 15, ...counts };
    const details = { completion_tokens_details: { reasoning_tokens: 110 } };
    const [whole] = bothForms("42", ["42"], { usage: { ...usage, ...details } })[0];
    expect(whole?.usageMetadata).toEqual({
      promptTokenCount: 10,
      candidatesTokenCount: candidates,
      thoughtsTokenCount: thoughts,
      totalTokenCount: 135,
    });
  },
);

test.each([
  { prompt_tokens_details: { cached_tokens: 4 } },
  { prompt_cache_hit_tokens: 4 },
  { cached_tokens: 4 },
  { num_cached_tokens: 4 },
])("cached tokens are counted from %j", (cached) => {
  const usage = { prompt_tokens: 10, completion_tokens: 1, ...cached };
  const [whole] = bothForms("42", ["42"], { usage })[0];
  expect(whole?.usageMetadata).toMatchObject({ promptTokenCount: 10, cachedContentTokenCount: 4 });
});

test("a call whose arguments are null, as Llama writes them, has an empty object", () => {
  const call = { id: "t", type: "function", function: { name: "look", arguments: "null" } };
  const choice = { index: 0, message: { content: null, tool_calls: [call] }, finish_reason: "tool_calls" };
  expect(partsIn([responseOf({ choices: [choice] }, true)])).toEqual([
    { functionCall: { id: "t", name: "look", args: {} } },
  ]);
});

test.each([
  ["tool_calls", "MALFORMED_FUNCTION_CALL"],
  ["length", "MAX_TOKENS"],
])(
  "a call that cannot be read is left out, and the finish reason says so: %s, whole and streamed",
  (reason, expected) => {
    const call = { index: 0, id: "t", type: "function", function: { name: "look", arguments: '{"city": "Par' } };
    const message = { content: null, tool_calls: [call] };
    const choice = { index: 0, message, finish_reason: reason };
    const stream = createGeminiStream(true);
    stream.chunk({ choices: [{ index: 0, delta: message, finish_reason: reason }] });
    for (const response of [responseOf({ choices: [choice] }, true), ...stream.end()]) {
      expect(response).toMatchObject({ candidates: [{ finishReason: expected }] });
      expect(JSON.stringify(response)).not.toContain("functionCall");
    }
  },
);

test.each([
  ["any", "required"],
  ["None", "none"],
  ["AUTO", "auto"],
  ["validated", "auto"],
])("the calling mode %s is read in any case, as Google does", (mode, choice) => {
  expect(toolChoiceOf({ functionCallingConfig: { mode } })).toBe(choice);
});

test("a mode that only Google has is sent to Google in its own case", () => {
  const config = toolConfigOf({ functionCallingConfig: { mode: "validated" } }, []);
  expect(config).toEqual({ functionCallingConfig: { mode: "VALIDATED" } });
});

test.each([
  ["tool_call", "STOP"],
  ["eos", "STOP"],
  ["end_turn", "STOP"],
  ["max_tokens", "MAX_TOKENS"],
  ["model_length", "MAX_TOKENS"],
  ["sensitive", "SAFETY"],
  ["out_of_words", "OTHER"],
])("the finish reason %s of another server becomes %s, whole and streamed", (finish_reason, expected) => {
  const message = { content: "Hi" };
  const stream = createGeminiStream(true);
  stream.chunk({ choices: [{ index: 0, delta: message, finish_reason }] });
  for (const response of [responseOf({ choices: [{ index: 0, message, finish_reason }] }, true), ...stream.end()])
    expect(response).toMatchObject({ candidates: [{ finishReason: expected }] });
});

test("usage that Groq reports extra the choices is counted, whole and streamed", () => {
  const x_groq = { id: "req_1", usage: { prompt_tokens: 3, completion_tokens: 1 } };
  for (const responses of bothForms("Hi", ["Hi"], { x_groq }))
    expect(responses.at(-1)?.usageMetadata).toMatchObject({ promptTokenCount: 3, candidatesTokenCount: 1 });
});
