import { describe, expect, test } from "vitest";
import { messageParts } from "#server/providers/compatible/message-parts.ts";
import { readableChunks } from "#server/providers/compatible/readable-chunks.ts";
import type { Block } from "#server/providers/exchange/json.ts";
import { knownParts } from "#server/providers/google/known-parts.ts";
import { wholeEvents } from "#server/providers/openai/known-events.ts";
import { plainChunk } from "#server/providers/openai/plain-chunks.ts";
import { responseParts } from "#server/providers/openai/response-parts.ts";

const noted = (read: (note: (kind: string) => void) => unknown) => {
  const notes: string[] = [];
  return { result: read((kind) => void notes.push(kind)), notes };
};

test("the text of further choices is never appended to the first one's, and a note says so", () => {
  const chunk = (...choices: object[]) => JSON.stringify({ id: "c", choices });
  const [one, two] = [0, 1].map((index) => ({ index, delta: { content: "Hi" } })) as [object, object];
  const { result, notes } = noted((note) => [chunk(one), chunk(two), chunk(one, two)].map(readableChunks(note)));
  expect(result).toEqual([chunk(one), chunk(), chunk(one)]);
  expect(notes).toEqual(["further choices", "further choices"]);
});

test.each(["delta", "message"])("arguments that are an object become text (%s)", (field) => {
  const call = (args: unknown) => ({ index: 0, function: { name: "f", arguments: args } });
  const chunk = (name: string, args: unknown) =>
    JSON.stringify({ choices: [{ index: 0, [name]: { tool_calls: [call(args)] } }] });
  const { result } = noted((note) => readableChunks(note)(chunk(field, { city: "Rome" })));
  expect(result).toBe(chunk("delta", '{"city":"Rome"}'));
});

describe("a stream whose chunk has a message", () => {
  const chunk = (choice: object) => JSON.stringify({ choices: [{ index: 0, ...choice }] });

  test("has its text and calls", () => {
    const calls = [{ id: "c", function: { name: "f", arguments: "{}" } }];
    const message = { role: "assistant", content: "Hi", tool_calls: calls };
    const read = readableChunks(() => {})(chunk({ message, finish_reason: "stop" }));
    expect(JSON.parse(String(read)).choices).toEqual([
      { index: 0, finish_reason: "stop", delta: { ...message, tool_calls: [{ index: 0, ...calls[0] }] } },
    ]);
  });

  test("does not repeat what was streamed before it", () => {
    const chunks = [chunk({ delta: { content: "Hi" } }), chunk({ message: { content: "Hi" }, finish_reason: "stop" })];
    const [, last] = chunks.map(readableChunks(() => {}));
    expect(JSON.parse(String(last)).choices).toEqual([{ index: 0, finish_reason: "stop", delta: {} }]);
  });
});

test("reasoning may come as an object", () => {
  const chunk = (reasoning_content: unknown) =>
    JSON.stringify({ choices: [{ index: 0, delta: { reasoning_content } }] });
  const { result } = noted((note) => [chunk({ text: "Hm" }), chunk({ signature: "s" })].map(readableChunks(note)));
  expect(result).toEqual([chunk("Hm"), chunk("")]);
});

test("a call's id may come alone", () => {
  const chunk = (call: object) => JSON.stringify({ choices: [{ index: 0, delta: { tool_calls: [call] } }] });
  const { result } = noted((note) => readableChunks(note)(chunk({ index: 0, id: "c" })));
  expect(result).toBe(chunk({ index: 0, id: "c", function: {} }));
  expect(plainChunk(chunk({ index: 0, id: "c" }))).toBe(chunk({ index: 0, id: "c", function: {} }));
});

test("log probabilities and annotations that no dialect has become notes", () => {
  const annotations = [
    { type: "file", file: {} },
    { type: "url_citation", url: "https://a.test" },
  ];
  const choice = { delta: { content: "Hi", annotations }, logprobs: { content: [{ token: "Hi", logprob: -1 }] } };
  expect(noted((note) => messageParts(note).chunk?.({ choices: [choice] })).notes).toEqual([
    "file annotation",
    "logprobs",
  ]);
});

test("a page that Gemini quoted becomes a source, once", () => {
  const citationSources = [{ uri: "https://a.test" }, { startIndex: 1 }];
  const citations = [{ uri: "https://a.test" }, { uri: "https://b.test", title: "B" }];
  const { result, notes } = noted(() => {
    const reader = knownParts();
    return [{ citationSources }, { citations }].map((citationMetadata) =>
      reader.chunk?.({ candidates: [{ citationMetadata }] }),
    );
  });
  const source = (url: string, more = {}) => ({ type: "source", sourceType: "url", id: url, url, ...more });
  expect(result).toEqual([[source("https://a.test")], [source("https://b.test", { title: "B" })]]);
  expect(notes).toEqual([]);
});

test("usage is read where Groq reports it too", () => {
  const read = readableChunks(() => {});
  const usage = { prompt_tokens: 3, completion_tokens: 1 };
  const chunk = (more: object) => ({ choices: [{ index: 0, delta: {} }], x_groq: { id: "r", usage }, ...more });
  expect(JSON.parse(String(read(JSON.stringify(chunk({})))))).toMatchObject({ usage });
  const own = { prompt_tokens: 4 };
  expect(JSON.parse(String(read(JSON.stringify(chunk({ usage: own })))))).toMatchObject({ usage: own });
});

describe("a stream that closes as usual without a finish reason", () => {
  const chunk = (delta: object, more = {}) =>
    JSON.stringify({ choices: [{ index: 0, delta, finish_reason: null, ...more }] });
  const ended = (...chunks: string[]) => [...chunks, "[DONE]"].flatMap(readableChunks(() => {})).slice(chunks.length);
  const last = (finish_reason: string) => JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason }] });

  test("ends after its content, with its calls or for an unknown reason", () => {
    expect(ended(chunk({ content: "Hi" }))).toEqual([last("unknown"), "[DONE]"]);
    expect(ended(chunk({ content: [{ type: "text", text: "Hi" }] }))).toEqual([last("unknown"), "[DONE]"]);
    const calls = [{ index: 0, id: "c", function: { name: "f", arguments: "{}" } }];
    expect(ended(chunk({ content: "", tool_calls: calls }))).toEqual([last("tool_calls"), "[DONE]"]);
  });

  test("is not completed if it has no content, or has a reason", () => {
    expect(ended(chunk({ role: "assistant", content: "" }))).toEqual(["[DONE]"]);
    expect(ended(chunk({ content: "Hi" }), chunk({}, { finish_reason: "length" }))).toEqual(["[DONE]"]);
    // The words of a model are not its end.
    expect(ended(chunk({ content: '"finish_reason": "stop"' }))).toEqual([last("unknown"), "[DONE]"]);
  });
});

test("a chunk without choices is readable, and a failure stays one", () => {
  const read = readableChunks(() => {});
  expect(JSON.parse(String(read('{"id":"c","usage":null}')))).toEqual({ id: "c", choices: [] });
  expect(read('{"error":{"message":"Busy"}}')).toBe('{"error":{"message":"Busy"}}');
});

test("the result of an MCP server has the state that the package requires", () => {
  const call = {
    type: "mcp_call",
    id: "mcp_1",
    name: "roll",
    arguments: "{}",
    server_label: "dice",
    output: "7",
    error: null,
  };
  for (const type of ["response.output_item.added", "response.output_item.done"])
    expect(wholeEvents(() => {})({ type, output_index: 0, item: call })).toContainEqual({
      type,
      output_index: 0,
      item: { ...call, status: "completed" },
    });
});

test("the caller need not run a command that ran in OpenAI's container", () => {
  const reader = responseParts();
  const run = (call_id: string, environment: unknown) => {
    reader.chunk?.({ type: "response.output_item.done", item: { type: "shell_call", call_id, environment } });
    return reader.part({ type: "tool-call", toolCallId: call_id, toolName: "shell", input: "{}" });
  };
  expect(run("c1", { type: "container_reference", container_id: "k" })).toMatchObject([{ providerExecuted: true }]);
  expect(run("c2", null)[0]).not.toHaveProperty("providerExecuted");
});

test("tools that an MCP server listed for OpenAI, and unknown items, become notes", () => {
  const { notes } = noted((note) => {
    const read = wholeEvents(note);
    const output = [{ type: "future_item" }];
    read({ type: "response.output_item.done", output_index: 0, item: { type: "mcp_list_tools", tools: [] } });
    wholeEvents(note)({ type: "response.completed", response: { output } });
  });
  expect(notes).toEqual(["mcp_list_tools result", "future_item"]);
});

test.each([undefined, null, {}])(
  "an incomplete response with the details %j has reached its token limit",
  (details) => {
    const read = wholeEvents(() => {});
    const response = { status: "incomplete", output: [], incomplete_details: details };
    expect(read({ type: "response.incomplete", response })).toMatchObject([
      { response: { incomplete_details: { reason: "max_output_tokens" } } },
    ]);
    const filtered = { ...response, incomplete_details: { reason: "content_filter" } };
    expect(read({ type: "response.incomplete", response: filtered })).toMatchObject([{ response: filtered }]);
  },
);

describe("an event with less than OpenAI's package requires", () => {
  const read = (event: Block) => [wholeEvents(() => {})(event)].flat();

  test.each<[Block, object]>([
    [
      { type: "error", message: "Slow down", code: 429 },
      { sequence_number: 0, code: "429" },
    ],
    [
      { type: "error", error: { message: "Slow down", code: "rate_limit_exceeded" } },
      { sequence_number: 0, error: { type: "error", message: "Slow down" } },
    ],
    [{ type: "error", sequence_number: 4 }, { message: "The provider's stream failed" }],
    [
      { type: "response.failed", response: { error: { code: 503 } } },
      { sequence_number: 0, response: { error: { code: "503", message: "The provider's stream failed" } } },
    ],
  ])("still reports the failure: %j", (event, completed) => {
    expect(read(event)).toMatchObject([completed]);
  });

  test.each(["response.created", "response.in_progress"])("does not fail the response: %s", (type) => {
    const whole = { type, response: { id: "r", created_at: 7, model: "g" } };
    expect(read(whole)).toEqual([whole]);
    expect(read({ type, response: { id: "r", status: "in_progress" } })).toEqual([]);
  });
});
