import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { startUpstream, type Upstream } from "#tests/support/upstream/upstream.ts";
import { type DialectName, type Event, post, recordOf, saying } from "../calling.ts";

// A request cut off by the token limit stays in the conversation, which may continue at a provider that accepts only
// objects.

let upstream: Upstream;
let gateway: TestGateway;

beforeAll(async () => {
  upstream = await startUpstream();
  gateway = await openPooledGateway({ upstream, providers: ["anthropic", "google", "groq"] });
});
beforeEach(() => upstream.reset());
afterAll(async () => {
  await gateway?.stop();
  await upstream?.close();
});

const MODELS = {
  anthropic: "anthropic/claude-sonnet-4.5",
  google: "google/gemini-2.5-flash",
  groq: "openai/gpt-oss-120b",
};
const WHOLE = '{"city":{"name":"Bern"}}';
const ODD = ['{"city":{"name":"Be', "not json", "[1,2]", '"text"', "7"];
const GIVEN = [WHOLE, "", ...ODD, "null"];

const TURNS = {
  chat: {
    messages: [
      { role: "user", content: "Go on" },
      {
        role: "assistant",
        content: null,
        tool_calls: GIVEN.map((text, index) => ({
          id: `c${index}`,
          type: "function",
          function: { name: "look", arguments: text },
        })),
      },
      ...GIVEN.map((_, index) => ({ role: "tool", tool_call_id: `c${index}`, content: "done" })),
    ],
  },
  responses: {
    input: [
      { role: "user", content: "Go on" },
      ...GIVEN.map((text, index) => ({ type: "function_call", call_id: `c${index}`, name: "look", arguments: text })),
      ...GIVEN.map((_, index) => ({ type: "function_call_output", call_id: `c${index}`, output: "done" })),
    ],
  },
};

/** The arguments of the requests that a provider received, in order. */
function sentArguments(body: Event): unknown[] {
  const parts: Event[] = (body.contents ?? body.messages).flatMap(
    (turn: Event) => turn.parts ?? [...(turn.tool_calls ?? []), ...(Array.isArray(turn.content) ? turn.content : [])],
  );
  return parts.flatMap((part) => {
    if (part.function) return [JSON.parse(part.function.arguments)];
    const value = part.functionCall?.args ?? (part.type === "tool_use" ? part.input : undefined);
    return value === undefined ? [] : [value];
  });
}

test.each<[Exclude<DialectName, "messages">, keyof typeof MODELS, string]>([
  ["chat", "anthropic", "messages[1].tool_calls[2].function.arguments"],
  ["chat", "google", "messages[1].tool_calls[2].function.arguments"],
  ["responses", "anthropic", "input[3].arguments"],
  ["responses", "google", "input[3].arguments"],
  ["responses", "groq", "input[3].arguments"],
])("%s at %s: arguments that are not an object are wrapped in one, with a note", async (dialect, provider, path) => {
  const body = { model: MODELS[provider], provider: { only: [provider] }, ...TURNS[dialect] };
  const { status, text, headers } = await post(gateway, dialect, body);
  expect(status, text).toBe(200);
  const odd = ODD.map((given) => ({ INVALID_JSON: given }));
  expect(sentArguments(upstream.requests[0]?.body)).toEqual([{ city: { name: "Bern" } }, {}, ...odd, {}]);
  const { notes } = await recordOf(gateway, headers);
  expect(notes).toContain(`${path}: not a JSON object, sent as one with the text`);
});

describe("a call of Llama, which writes null if it has no arguments", () => {
  const chunk = (delta: object, finish_reason: string | null = null) => ({
    id: "c",
    choices: [{ index: 0, delta, finish_reason }],
  });
  const call = (text: string) => ({
    tool_calls: [{ index: 0, id: "t", type: "function", function: { name: "look", arguments: text } }],
  });
  const more = (text: string) => ({ tool_calls: [{ index: 0, function: { arguments: text } }] });
  const tools = {
    messages: [{ name: "look", input_schema: { type: "object" } }],
    responses: [{ type: "function", name: "look", parameters: { type: "object" } }],
  };

  test.each<[keyof typeof tools, boolean, string[]]>([
    ["messages", false, ["null"]],
    ["messages", true, ["null"]],
    ["messages", true, ["n", "ull"]],
    ["responses", false, ["null"]],
    ["responses", true, ["nu", "ll"]],
  ])("has an empty object in %s, streamed %s, sent as %j", async (dialect, stream, [first = "", ...rest]) => {
    const events = [chunk(call(first)), ...rest.map((text) => chunk(more(text))), chunk({}, "tool_calls")];
    upstream.script({ reply: { events: [...events, "data: [DONE]\n\n"] } });
    const body = saying(dialect, MODELS.groq, "Look", { tools: tools[dialect], stream, provider: { only: ["groq"] } });
    const { status, text } = await post(gateway, dialect, body);
    expect(status, text).toBe(200);
    expect(text).not.toMatch(/"(arguments|delta|input|partial_json)":"?null/);
    const whole = dialect === "messages" ? /"input":\{\}/ : /"arguments":"\{\}"/;
    expect(text).toMatch(dialect === "messages" && stream ? /"partial_json":"\{\}"/ : whole);
  });
});

test.each(["anthropic", "google"] as const)(
  "a custom tool call reaches %s as a function, with its result",
  async (provider) => {
    const custom = { id: "x", type: "custom", custom: { name: "shell", input: "ls" } };
    const plain = { id: "y", type: "function", function: { name: "look", arguments: "{}" } };
    const messages = [
      { role: "user", content: "Go on" },
      { role: "assistant", content: null, tool_calls: [custom, plain] },
      { role: "tool", tool_call_id: "x", content: "listed" },
      { role: "tool", tool_call_id: "y", content: "seen" },
    ];
    const { status, text } = await post(gateway, "chat", {
      model: MODELS[provider],
      provider: { only: [provider] },
      messages,
    });
    expect(status, text).toBe(200);
    expect(sentArguments(upstream.requests[0]?.body)).toEqual([{ input: "ls" }, {}]);
    expect(String(upstream.requests[0]?.raw)).toMatch(/listed[\s\S]*seen/);
  },
);
