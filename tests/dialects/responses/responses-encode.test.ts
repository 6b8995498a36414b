import { describe, expect, test } from "vitest";
import type { Body, DialectEvent } from "#server/dialects/dialect.ts";
import { responses } from "#server/dialects/responses/responses.ts";
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

const encode = (parts: Part[], request = context.request) =>
  encodeAll(responses.encoder({ ...context, request }), parts);
const bodies = (events: DialectEvent[]) => events.map(({ data }) => data).filter((data) => data !== "[DONE]") as Body[];
const typesOf = (events: DialectEvent[]) => bodies(events).map(({ type }) => type);
const outputOf = (parts: Part[]) => responses.collect(encode(parts)).output as Body[];

test("the response is the same for any division into parts", () => {
  const whole = responses.collect(encode(scenario(1000)));
  for (const size of [1, 2, 7]) expect(responses.collect(encode(scenario(size)))).toEqual(whole);
});

test("the response contains text, call, reasoning, usage, cost and trailer", () => {
  expect(responses.collect(encode(scenario(3)))).toMatchObject({
    id: "gen-1",
    object: "response",
    status: "completed",
    incomplete_details: null,
    service_metadata: { attempt: 1 },
    output: [
      { type: "reasoning", summary: [], content: [{ type: "reasoning_text", text: "Let me think." }] },
      { type: "message", role: "assistant", status: "completed", content: [{ type: "output_text", text: ANSWER }] },
      { type: "function_call", call_id: "call_1", name: "weather", arguments: INPUT },
    ],
    usage: {
      input_tokens: 20,
      input_tokens_details: { cached_tokens: 8 },
      output_tokens: 9,
      output_tokens_details: { reasoning_tokens: 4 },
      total_tokens: 29,
      cost: 0.0015,
    },
  });
});

test("sequence numbers count every event from zero", () => {
  const numbers = bodies(encode(scenario(2))).map((event) => event.sequence_number);
  expect(numbers).toEqual(numbers.map((_, index) => index));
});

test("every event of an item has the item's id and index", () => {
  const ids = new Map<unknown, unknown>();
  for (const event of bodies(encode(scenario(2)))) {
    if (event.type === "response.output_item.added") ids.set(event.output_index, (event.item as Body).id);
    if (event.item_id !== undefined) expect(event.item_id).toBe(ids.get(event.output_index));
  }
  expect(new Set(ids.values()).size).toBe(3);
});

test("nothing is sent before the first content", () => {
  const encoder = responses.encoder(context);
  const silent: Part[] = [
    { type: "stream-start", warnings: [] },
    { type: "response-metadata", id: "up-1" },
    { type: "text-start", id: "t" },
    { type: "text-delta", id: "t", delta: "" },
  ];
  expect(encodeAll(encoder, silent)).toEqual([]);
  expect(typesOf(encoder.encode({ type: "text-delta", id: "t", delta: "H" })).slice(0, 2)).toEqual([
    "response.created",
    "response.in_progress",
  ]);
});

test("reasoning is sent as a summary to callers who asked for one", () => {
  const request = { reasoning: { summary: "auto" } };
  const events = encode([...reasoningParts("Hm, so.", 3), finish()], request);
  expect(typesOf(events)).toContain("response.reasoning_summary_text.delta");
  expect(responses.collect(events).output).toMatchObject([
    { summary: [{ type: "summary_text", text: "Hm, so." }], encrypted_content: "anthropic:signature:c2ln" },
  ]);
});

test("interleaved texts and calls keep their own deltas", () => {
  const [text, first, second] = [
    textParts("abcdef", 2),
    callParts("c1", "one", '{"a":1}', 3),
    callParts("c2", "two", '{"b":2}', 3),
  ];
  const woven = Array.from({ length: 8 }, (_, index) => [text[index], first[index], second[index]])
    .flat()
    .filter((part) => part !== undefined);
  expect(outputOf([...woven, finish("tool-calls")])).toMatchObject([
    { type: "function_call", call_id: "c1", arguments: '{"a":1}' },
    { type: "function_call", call_id: "c2", arguments: '{"b":2}' },
    { type: "message", content: [{ text: "abcdef" }] },
  ]);
});

describe("calls", () => {
  test("a call without earlier pieces is complete", () => {
    const events = encode([
      { type: "tool-call", toolCallId: "c", toolName: "one", input: '{"a":1}' },
      finish("tool-calls"),
    ]);
    expect(typesOf(events)).toContain("response.function_call_arguments.delta");
    expect(responses.collect(events).output).toMatchObject([{ call_id: "c", arguments: '{"a":1}' }]);
  });

  test("pieces in another encoding are held until the JSON is complete", () => {
    const output = outputOf([
      { type: "tool-input-start", id: "c", toolName: "one", inputEncoding: "text" },
      { type: "tool-input-delta", id: "c", delta: "raw " },
      { type: "tool-call", toolCallId: "c", toolName: "one", input: '"raw "' },
      finish("tool-calls"),
    ]);
    expect(output).toMatchObject([{ arguments: '"raw "' }]);
  });

  test("Google's signature is sent before its call and returned with it", () => {
    const providerMetadata = { google: { thoughtSignature: "c2ln" } };
    const output = outputOf([
      { type: "tool-input-start", id: "c", toolName: "one", providerMetadata },
      { type: "tool-call", toolCallId: "c", toolName: "one", input: "{}", providerMetadata },
      finish("tool-calls"),
    ]);
    const { options } = responses.decode({ input: output }, targetProvider("google"));
    expect(options.prompt).toEqual([
      {
        role: "assistant",
        content: [
          { type: "tool-call", toolCallId: "c", toolName: "one", input: {}, providerOptions: providerMetadata },
        ],
      },
    ]);
  });

  test("a tool that the provider runs is not a call for the caller", () => {
    const call = { toolCallId: "s", toolName: "web_search", input: '{"query":"news"}', providerExecuted: true };
    const output = outputOf([
      { type: "tool-input-start", id: "s", toolName: "web_search", providerExecuted: true },
      { type: "tool-call", ...call },
      finish(),
    ]);
    expect(output).toMatchObject([{ type: "web_search_call", action: { type: "search", query: "news" } }]);
  });
});

describe("sources", () => {
  const source = { type: "source", sourceType: "url", id: "s1", url: "https://a.example/", title: "A" } as const;

  test.each([
    ["before", [source, ...textParts("Hi", 1)]],
    ["within", [...textParts("Hi", 1).slice(0, 2), source, ...textParts("Hi", 1).slice(2)]],
    ["after", [...textParts("Hi", 1), source]],
  ] as [string, Part[]][])("become annotations of the text if they arrive %s it", (_name, parts) => {
    const events = encode([...parts, finish()]);
    const types = typesOf(events);
    expect(types.indexOf("response.output_text.annotation.added")).toBeLessThan(
      types.indexOf("response.output_text.done"),
    );
    expect(responses.collect(events).output).toMatchObject([
      { content: [{ text: "Hi", annotations: [{ type: "url_citation", url: "https://a.example/", title: "A" }] }] },
    ]);
  });

  test("are sent once, with their position, if they are cited", () => {
    const [start, ...rest] = textParts("Hi", 2);
    const end: Part = { type: "text-end", id: "t1", citations: [{ source, startIndex: 0, endIndex: 1 }] };
    const output = outputOf([source, start as Part, rest[0] as Part, end, finish()]);
    expect(output).toMatchObject([{ content: [{ annotations: [{ start_index: 0, end_index: 1 }] }] }]);
    expect(JSON.stringify(output).split("url_citation")).toHaveLength(2);
  });
});

describe("endings", () => {
  test.each([
    ["length", "max_output_tokens"],
    ["content-filter", "content_filter"],
  ] as const)("%s is incomplete", (unified, reason) => {
    expect(responses.collect(encode([...textParts("Hi", 1), finish(unified)]))).toMatchObject({
      status: "incomplete",
      incomplete_details: { reason },
      usage: { total_tokens: 29 },
    });
  });

  const failures: [string, Part][] = [
    ["an error part", { type: "error", error: { status: 429, message: "slow down" } }],
    ["an interrupted finish", finish("interrupted")],
    ["an error finish", finish("error")],
  ];
  test.each(failures)("%s fails the response, and nothing follows", (_name, part) => {
    const encoder = responses.encoder(context);
    const events = encodeAll(encoder, [...textParts("Hello", 2).slice(0, 2), part]);
    expect(bodies(events).at(-1)).toMatchObject({
      type: "response.failed",
      response: { status: "failed", error: { message: expect.any(String) }, output: [{ status: "incomplete" }] },
    });
    expect(events.at(-1)).toEqual({ data: "[DONE]" });
    expect(encoder.encode(finish())).toEqual([]);
    expect(encoder.fail({ status: 500, message: "again" })).toEqual([]);
    expect(() => responses.collect(events)).toThrow();
  });

  test("a failure in a stream that another source started does not start it again", () => {
    const events = responses.encoder(context).fail({ status: 502, message: "gone" });
    expect(typesOf(events)).toEqual(["response.failed"]);
    expect(events.at(-1)).toEqual({ data: "[DONE]" });
  });

  test("only an error event has a top-level error", () => {
    const encoder = responses.encoder(context);
    const events = [...encodeAll(encoder, textParts("Hi", 1)), ...encoder.fail({ status: 502, message: "gone" })];
    for (const event of bodies(events)) expect(event).not.toHaveProperty("error");
  });

  test("a stream without an end is not a response", () => {
    expect(() => responses.collect(encode(textParts("Hi", 1)))).toThrow("ended early");
  });
});

test("a call without arguments gets empty ones, which clients can parse", () => {
  const events = encodeAll(responses.encoder(context), [...callParts("c1", "now", "", 3), finish("tool-calls")]);
  expect(events.find(({ data }) => (data as Body).type === "response.function_call_arguments.done")).toMatchObject({
    data: { arguments: "{}" },
  });
  expect(responses.collect(events)).toMatchObject({ output: [{ name: "now", arguments: "{}", status: "completed" }] });
});
