import { describe, expect, test } from "vitest";
import { chat } from "#server/dialects/chat/chat.ts";
import type { Body, DialectEvent } from "#server/dialects/dialect.ts";
import {
  ANSWER,
  callParts,
  context,
  encodeAll,
  finish,
  INPUT,
  type Part,
  reasoningParts,
  scenario,
  textParts,
} from "../neutral-parts.ts";
import { targetProvider } from "../target-provider.ts";

const encode = (parts: Part[], request: Body = {}) => encodeAll(chat.encoder({ ...context, request }), parts);
type Chunk = Body & { choices: { delta: Body; finish_reason: string | null }[] };
const chunksOf = (events: DialectEvent[]) =>
  events.map(({ data }) => data).filter((data) => data !== "[DONE]") as Chunk[];
const messageOf = (parts: Part[]) => (chat.collect(encode(parts)).choices as { message: Body }[])[0]?.message;

test("the response is the same for any division into parts", () => {
  const whole = chat.collect(encode(scenario(1000)));
  for (const size of [1, 2, 7]) expect(chat.collect(encode(scenario(size)))).toEqual(whole);
});

test("the response contains text, call, reasoning, usage, cost and trailer", () => {
  expect(chat.collect(encode(scenario(3)))).toEqual({
    id: "gen-1",
    object: "chat.completion",
    created: 1_700_000_000,
    model: "author/model",
    system_fingerprint: null,
    service_metadata: { attempt: 1 },
    choices: [
      {
        index: 0,
        finish_reason: "tool_calls",
        native_finish_reason: "tool-calls",
        logprobs: null,
        message: {
          role: "assistant",
          content: ANSWER,
          refusal: null,
          reasoning: "Let me think.",
          reasoning_details: [
            {
              type: "reasoning.text",
              text: "Let me think.",
              signature: "c2ln",
              format: "anthropic-claude-v1",
              index: 0,
            },
          ],
          tool_calls: [{ id: "call_1", type: "function", function: { name: "weather", arguments: INPUT } }],
        },
      },
    ],
    usage: {
      prompt_tokens: 20,
      completion_tokens: 9,
      total_tokens: 29,
      prompt_tokens_details: { cached_tokens: 8 },
      completion_tokens_details: { reasoning_tokens: 4 },
      cost: 0.0015,
    },
  });
});

test("the stream has role, content, finish, usage without choices, then [DONE]", () => {
  const events = encode([...textParts("Hello", 2), finish()]);
  const chunks = chunksOf(events);
  expect(chunks[0]?.choices[0]?.delta).toEqual({ role: "assistant", content: "He" });
  expect(chunks.slice(1).some((chunk) => chunk.choices[0]?.delta.role)).toBe(false);
  expect(chunks.at(-2)?.choices[0]).toMatchObject({ delta: {}, finish_reason: "stop" });
  expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: 29 }, service_metadata: { attempt: 1 } });
  expect(events.at(-1)).toEqual({ data: "[DONE]" });
  for (const chunk of chunks) expect(chunk).toHaveProperty("system_fingerprint");
});

test("nothing is sent before the first content", () => {
  const silent: Part[] = [
    { type: "stream-start", warnings: [] },
    { type: "text-start", id: "t" },
    { type: "text-delta", id: "t", delta: "" },
    { type: "reasoning-start", id: "r" },
  ];
  expect(encode(silent)).toEqual([]);
});

test("interleaved calls keep their own index and id", () => {
  const [first, second] = [callParts("c1", "one", '{"a":1}', 3), callParts("c2", "two", '{"b":2}', 3)];
  const woven = first.flatMap((part, index) => [part, second[index] as Part]);
  const events = encode([...woven, finish("tool-calls")]);
  const pieces = chunksOf(events).flatMap((chunk) => (chunk.choices[0]?.delta.tool_calls as Body[]) ?? []);
  expect(pieces.filter((piece) => piece.id)).toMatchObject([
    { index: 0, id: "c1", type: "function" },
    { index: 1, id: "c2", type: "function" },
  ]);
  expect(chat.collect(events)).toMatchObject({
    choices: [
      {
        message: {
          content: null,
          tool_calls: [{ function: { arguments: '{"a":1}' } }, { function: { arguments: '{"b":2}' } }],
        },
      },
    ],
  });
});

test("a call without earlier pieces is complete, and sets the finish reason", () => {
  const events = encode([{ type: "tool-call", toolCallId: "c", toolName: "one", input: '{"a":1}' }, finish("stop")]);
  expect(chat.collect(events)).toMatchObject({
    choices: [{ finish_reason: "tool_calls", message: { tool_calls: [{ id: "c", function: { name: "one" } }] } }],
  });
});

test("a tool that the provider runs is not a call for the caller", () => {
  const call = { toolCallId: "s", toolName: "web_search", input: "{}", providerExecuted: true };
  const message = messageOf([{ type: "tool-call", ...call }, ...textParts("Hi", 1), finish()]);
  expect(message).not.toHaveProperty("tool_calls");
});

test("sources become annotations, once each", () => {
  const source = { type: "source", sourceType: "url", id: "s1", url: "https://a.example/", title: "A" } as const;
  const message = messageOf([...textParts("Hi", 1), source, source, finish()]);
  expect(message?.annotations).toMatchObject([{ type: "url_citation", url_citation: { url: "https://a.example/" } }]);
});

test("reasoning is hidden from callers who do not want it", () => {
  for (const request of [{ include_reasoning: false }, { reasoning: { exclude: true } }]) {
    const reply = chat.collect(encode([...reasoningParts("Hm.", 1), ...textParts("Hi", 1), finish()], request));
    expect(JSON.stringify(reply)).not.toContain("Hm.");
  }
});

test("reasoning signatures are returned only to the provider that created them", () => {
  const providerMetadata = { google: { thoughtSignature: "Z29v" } };
  const message = messageOf([
    ...reasoningParts("Hm.", 1),
    { type: "tool-call", toolCallId: "c", toolName: "one", input: "{}", providerMetadata },
    finish("tool-calls"),
  ]);
  const body = { messages: [message] };
  const signed = { providerOptions: { anthropic: { signature: "c2ln" } } };
  expect(chat.decode(body, targetProvider("anthropic")).options.prompt).toMatchObject([
    { content: [{ type: "reasoning", text: "Hm.", ...signed }, { type: "tool-call" }] },
  ]);
  const google = chat.decode(body, targetProvider("google"));
  expect(google.options.prompt).toEqual([
    {
      role: "assistant",
      content: [
        { type: "reasoning", text: "Hm." },
        { type: "tool-call", toolCallId: "c", toolName: "one", input: {}, providerOptions: providerMetadata },
      ],
    },
  ]);
  expect(google.notes).toEqual(["messages[0].reasoning_details: another provider's signature is omitted"]);
});

test("a client that ignores reasoning details returns Google's signature of a call with the call", () => {
  const google = { google: { thoughtSignature: "Z29v" } };
  const message = messageOf([
    ...reasoningParts("Hm.", 1),
    { type: "tool-input-start", id: "c", toolName: "one", providerMetadata: google },
    { type: "tool-input-delta", id: "c", delta: '{"a":1}' },
    { type: "tool-call", toolCallId: "c", toolName: "one", input: '{"a":1}', providerMetadata: google },
    { type: "tool-call", toolCallId: "d", toolName: "two", input: "{}" },
    finish("tool-calls"),
  ]);
  const [first, second] = (message as { tool_calls: Body[] }).tool_calls;
  expect(first?.extra_content).toEqual({ google: { thought_signature: "Z29v" } });
  expect(second).not.toHaveProperty("extra_content");
  const body = { messages: [{ role: "assistant", content: null, tool_calls: [first, second] }] };
  const sent = chat.decode(body, targetProvider("google"));
  expect(sent.notes).toEqual([]);
  expect(sent.options.prompt).toMatchObject([
    { content: [{ toolName: "one", providerOptions: google }, { toolName: "two" }] },
  ]);
  expect(JSON.stringify(sent.options.prompt).split("Z29v")).toHaveLength(2);
  const elsewhere = chat.decode(body, targetProvider("anthropic"));
  expect(elsewhere.notes).toEqual(["messages[0].tool_calls[0].extra_content: another provider's signature is omitted"]);
  expect(JSON.stringify(elsewhere.options.prompt)).not.toContain("Z29v");
});

describe("failures", () => {
  const failures: [string, Part, number, string][] = [
    ["an error part", { type: "error", error: { status: 429, message: "slow down" } }, 429, "rate_limit_error"],
    ["an interrupted finish", finish("interrupted"), 502, "api_error"],
    ["an error finish", finish("error"), 502, "api_error"],
  ];
  test.each(failures)("%s ends the stream with an error chunk", (_name, part, code, type) => {
    const encoder = chat.encoder(context);
    const events = encodeAll(encoder, [...textParts("Hello", 2).slice(0, 2), part]);
    expect(chunksOf(events).at(-1)).toMatchObject({
      error: { code, type, message: expect.any(String), metadata: { error_type: expect.any(String) } },
      choices: [{ finish_reason: "error" }],
    });
    expect(events.at(-1)).toEqual({ data: "[DONE]" });
    expect(encoder.encode(finish())).toEqual([]);
    expect(() => chat.collect(events)).toThrow(expect.objectContaining({ status: code }));
  });

  test("a stream without an end is not a response", () => {
    expect(() => chat.collect(encode(textParts("Hi", 1)))).toThrow("ended early");
  });
});

test("a call without arguments gets empty ones, which clients can parse", () => {
  const called = messageOf([...callParts("c1", "now", "", 3), finish("tool-calls")])?.tool_calls;
  expect(called).toMatchObject([{ function: { name: "now", arguments: "{}" } }]);
});
