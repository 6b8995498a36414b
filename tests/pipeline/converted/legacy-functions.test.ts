import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type Event, post, recordOf, streamOf } from "../calling.ts";
import { EMAIL, emailRule, guardedKeys } from "../guard/guarding.ts";

// `functions` and `function_call`, which OpenAI replaced by tools in 2023 and old clients still send:
// https://developers.openai.com/api/reference/resources/chat

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai", "anthropic", "google", "groq"] });
const keyUnder = guardedKeys(gateway);

/** OpenAI's chat completions, its Responses API, and other dialects and providers. */
const MODELS = [
  "openai/gpt-4.1",
  "openai/gpt-5.5",
  "anthropic/claude-sonnet-4.5",
  "google/gemini-2.5-flash",
  "openai/gpt-oss-120b",
];
const parameters = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
const functions = [{ name: "weather", description: "Returns the weather", parameters }];
const body = (model: string, more: object = {}) => ({
  model,
  messages: [{ role: "user", content: "How is the weather in Rome?" }],
  functions,
  ...more,
});
const called = { name: "weather", arguments: '{"city":"Rome"}' };
const history = [
  { role: "user", content: "How is the weather in Rome?" },
  { role: "assistant", content: null, function_call: called },
  { role: "function", name: "weather", content: "Sunny" },
];

const sent = () => upstream.requests.at(-1)?.body as Event;
const scriptCalls = (...args: object[]) =>
  upstream.script({
    answer: { toolCalls: args.map((one) => ({ name: "weather", arguments: one })), finish: "tool" },
  });
const ask = async (request: object, key?: string) => {
  const { status, headers, text } = await post(gateway, "chat", request as Event, key ? { key } : {});
  return { status, headers, reply: JSON.parse(text) };
};

/** Returns the pieces of `function_call` in a stream, joined, and its finish reason. */
function joined(events: Event[]): Event {
  const deltas = events.flatMap(({ choices }) => choices?.[0]?.delta?.function_call ?? []);
  const name = deltas.map((one) => one.name ?? "").join("");
  const finish = events.findLast(({ choices }) => choices?.[0]?.finish_reason)?.choices[0].finish_reason;
  return { name, arguments: deltas.map((one) => one.arguments ?? "").join(""), finish };
}

describe.each(MODELS)("functions for %s", (model) => {
  test("are called as the caller knows it", async () => {
    scriptCalls({ city: "Rome" });
    const { status, headers, reply } = await ask(body(model));
    expect(status, JSON.stringify(reply)).toBe(200);
    const [{ message, finish_reason }] = reply.choices;
    expect(message.function_call).toMatchObject({ name: "weather" });
    expect(JSON.parse(message.function_call.arguments)).toEqual({ city: "Rome" });
    expect([message.tool_calls, finish_reason]).toEqual([undefined, "function_call"]);
    expect(JSON.stringify(sent())).toContain("Returns the weather");
    expect((await recordOf(gateway, headers)).notes.filter((note: string) => note.includes("function"))).toEqual([]);
  });

  test("are called in a stream too", async () => {
    scriptCalls({ city: "Rome" });
    const { events, text } = await streamOf(gateway, "chat", body(model) as Event);
    const { name, arguments: args, finish } = joined(events);
    expect([name, JSON.parse(args), finish]).toEqual(["weather", { city: "Rome" }, "function_call"]);
    expect(text).not.toContain("tool_calls");
  });

  test("have their calls and results in later turns, and a response without a call", async () => {
    const { status, reply } = await ask(body(model, { messages: history }));
    expect([status, reply.choices[0].message.content]).toEqual([200, "The tool said: Sunny"]);
    expect(reply.choices[0].finish_reason).toBe("stop");
    const text = JSON.stringify(sent());
    expect(text).toContain("Rome");
    expect(text).not.toMatch(/"role":"function"|function_call"?:\{/);
  });

  test("can be required and forbidden", async () => {
    await ask(body(model, { function_call: { name: "weather" } }));
    expect(JSON.stringify(sent().tool_choice ?? sent().toolConfig)).toContain("weather");
    await ask(body(model, { function_call: "none" }));
    const { tool_choice: choice, toolConfig, tools } = sent();
    expect(JSON.stringify(choice ?? toolConfig ?? tools ?? null)).toMatch(/none|null/i);
  });
});

test("another call of the same message is a tool call", async () => {
  scriptCalls({ city: "Rome" }, { city: "Oslo" });
  const { reply } = await ask(body("openai/gpt-4.1"));
  expect(sent().parallel_tool_calls).toBe(false);
  const [{ message }] = reply.choices;
  expect(message.function_call.arguments).toContain("Rome");
  expect(message.tool_calls).toMatchObject([{ type: "function", function: { name: "weather" } }]);
  expect(message.tool_calls[0].function.arguments).toContain("Oslo");
});

test("results belong to the calls with their names, and one without a call gets one", async () => {
  const call = (name: string) => ({ role: "assistant", content: null, function_call: { name, arguments: "{}" } });
  const result = (name: string) => ({ role: "function", name, content: `of ${name}` });
  const messages = [call("a"), result("a"), call("a"), result("a"), result("b"), { role: "user", content: "Go on" }];
  await ask(body("openai/gpt-4.1", { messages }));
  expect(sent().messages).toMatchObject([
    { role: "assistant", tool_calls: [{ id: "call_function_0", function: { name: "a" } }] },
    { role: "tool", tool_call_id: "call_function_0", content: "of a" },
    { role: "assistant", tool_calls: [{ id: "call_function_2", function: { name: "a" } }] },
    { role: "tool", tool_call_id: "call_function_2", content: "of a" },
    { role: "assistant", content: null, tool_calls: [{ id: "call_function_4", function: { name: "b" } }] },
    { role: "tool", tool_call_id: "call_function_4", content: "of b" },
    { role: "user", content: "Go on" },
  ]);
});

test.each<[string, object]>([
  ["the description of a function", { functions: [{ ...functions[0], description: EMAIL }] }],
  ["a function's schema", { functions: [{ name: "a", parameters: { type: "object", description: EMAIL } }] }],
  [
    "the arguments of a call",
    { messages: [history[0], { role: "assistant", function_call: { name: "a", arguments: `{"to":"${EMAIL}"}` } }] },
  ],
  ["a result", { messages: [...history.slice(0, 2), { role: "function", name: "weather", content: EMAIL }] }],
])("a guardrail reads %s", async (_, fields) => {
  const { status } = await ask(body("openai/gpt-4.1", fields), await keyUnder(emailRule("block")));
  expect([status, upstream.requests.length]).toEqual([403, 0]);
});

test.each([false, true])("a guardrail reads the arguments of a returned call (stream: %s)", async (stream) => {
  scriptCalls({ city: EMAIL });
  const key = await keyUnder(emailRule("redact", { applies_to: "output" }));
  const { text } = await post(gateway, "chat", { ...body("openai/gpt-4.1"), stream } as Event, { key });
  expect(text).toContain("[EMAIL");
  expect(text).not.toContain(EMAIL);
});

test("a guardrail that forbids a function finds it", async () => {
  const key = await keyUnder({ ignored_tools: ["function:wea*"] });
  const { status, reply } = await ask(body("openai/gpt-4.1"), key);
  expect([status, upstream.requests.length], JSON.stringify(reply)).toEqual([403, 0]);
});

test("a cached response has the form that the caller reads", async () => {
  scriptCalls({ city: "Rome" });
  const tools = functions.map((one) => ({ type: "function", function: one }));
  const { functions: _, ...others } = body("openai/gpt-4.1", { cache: { ttl: 60 }, parallel_tool_calls: false });
  const asTools = { ...others, tools };
  const asFunctions = { ...others, functions };
  const outcomes = [];
  for (const request of [asTools, asFunctions, asTools, asFunctions]) {
    const { headers, reply } = await ask(request);
    outcomes.push([headers.get("x-cache"), reply.choices[0].finish_reason]);
  }
  expect(outcomes).toEqual([
    ["miss", "tool_calls"],
    ["miss", "function_call"],
    ["hit", "tool_calls"],
    ["hit", "function_call"],
  ]);
  const streamed = await streamOf(gateway, "chat", asFunctions as Event);
  expect([streamed.headers.get("x-cache"), joined(streamed.events).finish]).toEqual(["hit", "function_call"]);
});
