import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import type { RecordedRequest } from "#tests/support/upstream/recorded-request.ts";
import { type DialectName, PATHS, recordOf } from "../calling.ts";

// A conversation started by another provider's model continues at each upstream, which accepts ids of tool calls in its
// own format.

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai", "anthropic", "google", "mistral"] });

const MODELS = {
  openai: "openai/gpt-4o-mini",
  anthropic: "anthropic/claude-sonnet-4.5",
  mistral: "mistralai/mistral-large",
  google: "google/gemini-2.5-flash",
};
type ProviderName = keyof typeof MODELS;
/** The rules in the words of the providers' errors. */
const TAKEN: Record<ProviderName, RegExp> = {
  openai: /^.{1,40}$/s,
  anthropic: /^[a-zA-Z0-9_-]+$/,
  mistral: /^[a-zA-Z0-9]{9}$/,
  google: /.*/s,
};
/** Kimi's, a client's for OpenAI's items, an unknown one, then Anthropic's, OpenAI's and Mistral's. */
const IDS = [
  "functions.look:0",
  `call_Q1JuaH3v7ZNL4Gk8y0BJ5N9I|fc_${"0f0d91e0".repeat(6)}`,
  "wetter ä€😀",
  "toolu_01AbCdEfGhIjKlMnOpQrStUv",
  "call_Q1JuaH3v7ZNL4Gk8y0BJ5N9I",
  "a1B2c3D4e",
];
const BIG = "12345678901234567890";

/** Results are in a different order than calls, as parallel tools return them. */
function bodyOf(dialect: DialectName): string {
  const results = IDS.map((id, index) => ({ id, text: `result ${index}` })).reverse();
  const input = `{"exact":${BIG}}`;
  const turns = {
    messages: [
      { role: "user", content: "Go on" },
      { role: "assistant", content: IDS.map((id) => ({ type: "tool_use", id, name: "look", input: "INPUT" })) },
      {
        role: "user",
        content: results.map(({ id, text }) => ({ type: "tool_result", tool_use_id: id, content: text })),
      },
    ],
    chat: [
      { role: "user", content: "Go on" },
      {
        role: "assistant",
        content: null,
        tool_calls: IDS.map((id) => ({ id, type: "function", function: { name: "look", arguments: input } })),
      },
      ...results.map(({ id, text }) => ({ role: "tool", tool_call_id: id, content: text })),
    ],
    responses: [
      { role: "user", content: "Go on" },
      ...IDS.map((id) => ({ type: "function_call", call_id: id, name: "look", arguments: input })),
      ...results.map(({ id, text }) => ({ type: "function_call_output", call_id: id, output: text })),
    ],
  }[dialect];
  const tool = { name: "look", type: "function" };
  const tools = {
    messages: [{ name: "look", input_schema: { type: "object" } }],
    chat: [{ ...tool, function: { name: "look", parameters: { type: "object" } } }],
    responses: [{ ...tool, parameters: { type: "object" } }],
  }[dialect];
  const field = dialect === "responses" ? "input" : "messages";
  return JSON.stringify({ [field]: turns, tools }).replaceAll('"INPUT"', input);
}

/** The ids of requests, and of results with their texts, that an upstream received, in order. */
function sentIds(provider: ProviderName, body: Event): { calls: string[]; results: [string, string][] } {
  if (provider === "anthropic") {
    const blocks: Event[] = body.messages.flatMap(({ content }: Event) => (Array.isArray(content) ? content : []));
    const texts = (content: Event) => (typeof content === "string" ? content : content[0].text);
    return {
      calls: blocks.filter(({ type }) => type === "tool_use").map(({ id }) => id),
      results: blocks
        .filter(({ type }) => type === "tool_result")
        .map(({ tool_use_id, content }) => [tool_use_id, texts(content)]),
    };
  }
  if (body.input) {
    return {
      calls: body.input.filter(({ type }: Event) => type === "function_call").map(({ call_id }: Event) => call_id),
      results: body.input
        .filter(({ type }: Event) => type === "function_call_output")
        .map(({ call_id, output }: Event) => [call_id, output]),
    };
  }
  return {
    calls: body.messages.flatMap(({ tool_calls }: Event) => tool_calls?.map(({ id }: Event) => id) ?? []),
    results: body.messages
      .filter(({ role }: Event) => role === "tool")
      .map(({ tool_call_id, content }: Event) => [tool_call_id, content]),
  };
}
type Event = ReturnType<typeof JSON.parse>;

async function sentBy(dialect: DialectName, provider: ProviderName) {
  const fields = JSON.stringify({ model: MODELS[provider], provider: { only: [provider] }, max_tokens: 2000 });
  const { status, body, headers } = await gateway.call(
    "POST",
    PATHS[dialect],
    `${fields.slice(0, -1)},${bodyOf(dialect).slice(1)}`,
  );
  expect(status, JSON.stringify(body)).toBe(200);
  const { raw, body: got } = upstream.requests.at(-1) as RecordedRequest & { body: Event };
  return { raw: String(raw), got, notes: (await recordOf(gateway, headers)).notes };
}

const PAIRS = (["messages", "chat", "responses"] as const).flatMap((dialect) =>
  (["openai", "anthropic", "mistral"] as const).map((provider): [DialectName, ProviderName] => [dialect, provider]),
);

test.each(PAIRS)("%s at %s: each id is valid there, and each result matches its call", async (dialect, provider) => {
  const { got, notes } = await sentBy(dialect, provider);
  expect(notes).toContain("ids of tool calls: changed to a form that the provider accepts");
  const { calls, results } = sentIds(provider, got);
  expect(calls).toHaveLength(IDS.length);
  expect(new Set(calls).size).toBe(IDS.length);
  for (const id of calls) expect(id).toMatch(TAKEN[provider]);
  for (const [index, id] of IDS.entries()) {
    if (TAKEN[provider].test(id)) expect(calls[index]).toBe(id);
    expect(results).toContainEqual([calls[index], `result ${index}`]);
  }
});

test("an id is converted the same way in every turn, so that prompts stay cached", async () => {
  const first = sentIds("anthropic", (await sentBy("messages", "anthropic")).got);
  expect(sentIds("anthropic", (await sentBy("messages", "anthropic")).got)).toEqual(first);
  expect(sentIds("anthropic", (await sentBy("chat", "anthropic")).got).calls).toEqual(first.calls);
});

test("numbers in tool calls keep their digits", async () => {
  expect((await sentBy("messages", "anthropic")).raw).toContain(`"input":{"exact":${BIG}}`);
});

describe("an upstream that accepts any id gets the original", () => {
  test.each(["messages", "chat", "responses"] as const)("%s at google", async (dialect) => {
    const { raw, notes } = await sentBy(dialect, "google");
    expect(notes.join()).not.toContain("ids of tool calls");
    for (const id of IDS) expect(raw).toContain(JSON.stringify(id).slice(1, -1));
  });
});
