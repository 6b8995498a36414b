import { describe, expect, test } from "vitest";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type Event, post, recordOf } from "../calling.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai", "anthropic", "groq", "together"] });

const CLAUDE = "anthropic/claude-sonnet-4.5";
const LONG = "Answer as briefly as you can, and never make anything up. ".repeat(100);
const tool = { name: "look", description: LONG, parameters: { type: "object", properties: {} } };
const sent = () => (upstream.requests.at(-1) as { body: Event }).body;

/** Positions of cache marks in the last request to Anthropic. */
function marks(): string[] {
  const { tools = [], system = [], messages } = sent();
  const within = (list: Event[], name: string) =>
    (Array.isArray(list) ? list : []).flatMap(({ cache_control: mark }, index) => (mark ? [`${name} ${index}`] : []));
  return [
    ...within(tools, "tool"),
    ...within(system, "system"),
    ...messages.flatMap(({ content }: Event, index: number) => within(content, `message ${index}`)),
  ];
}

type Turn = { system?: unknown; earlier?: boolean; tools?: boolean; question?: string; more?: object };

function chat({ system = LONG, earlier, tools, question = "Hello", more }: Turn) {
  const turns = [
    { role: "user", content: "First" },
    { role: "assistant", content: "Yes" },
  ];
  return post(gateway, "chat", {
    model: CLAUDE,
    ...(tools && { tools: [{ type: "function", function: tool }] }),
    messages: [{ role: "system", content: system }, ...(earlier ? turns : []), { role: "user", content: question }],
    ...more,
  });
}

function responses({ system = LONG, earlier, tools, question = "Hello", more }: Turn) {
  const turns = [
    { role: "user", content: "First" },
    { role: "assistant", content: "Yes" },
  ];
  return post(gateway, "responses", {
    model: CLAUDE,
    instructions: system,
    ...(tools && { tools: [{ type: "function", ...tool }] }),
    input: [...(earlier ? turns : []), { role: "user", content: question }],
    ...more,
  });
}

describe.each([
  ["chat", chat],
  ["responses", responses],
] as const)("a %s caller at Anthropic", (_dialect, call) => {
  test.each<[string, Turn, string[]]>([
    ["a single question: the system prompt alone", {}, ["system 0"]],
    ["a conversation: its last turns too", { earlier: true }, ["system 0", "message 0 0", "message 2 0"]],
    ["an agent: its tools too", { tools: true }, ["tool 0", "system 0", "message 0 0"]],
    ["a short prompt: nothing", { system: "Be brief.", earlier: true }, []],
    ["a long question, asked once: nothing", { system: "Be brief.", question: LONG }, []],
    ["marks of the caller's own: nothing more", { earlier: true, more: { cache_control: { type: "ephemeral" } } }, []],
    ["turned off: nothing", { tools: true, more: { provider: { prompt_caching: false } } }, []],
  ])("%s", async (_, turn, expected) => {
    const { status, text, headers } = await call(turn);
    expect([status, marks()], text).toEqual([200, expected]);
    if (expected.length > 1) expect((await recordOf(gateway, headers)).status).toBe(200);
  });

  test("cached tokens are read in the next call, and both counts are recorded", async () => {
    const usage = async () => JSON.parse((await call({ tools: true, earlier: true })).text).usage;
    const details = (counted: Event) => counted.prompt_tokens_details ?? counted.input_tokens_details;
    await usage();
    expect(details(await usage()).cached_tokens).toBeGreaterThan(500);
  });
});

test("the caller's own cache breakpoints are kept", async () => {
  const content = [{ type: "text", text: LONG, cache_control: { type: "ephemeral", ttl: "1h" } }];
  await chat({ system: content, earlier: true, tools: true });
  expect(marks()).toEqual(["system 0"]);
  expect(sent().system[0].cache_control).toEqual({ type: "ephemeral", ttl: "1h" });
});

test("the setting turns it off, and a request turns it on again", async () => {
  const quiet = await openPooledGateway({ upstream, env: { PROMPT_CACHING: "off" } });
  const body = { model: CLAUDE, instructions: LONG, input: "Hello" };
  await post(quiet, "responses", body);
  expect(marks()).toEqual([]);
  await post(quiet, "responses", { ...body, provider: { prompt_caching: true } });
  expect(marks()).toEqual(["system 0"]);
  await quiet.stop();
});

test.each<[string, object, Record<string, string>]>([
  ["session_id", { session_id: "s-1" }, {}],
  ["x-session-id", {}, { "x-session-id": "s-1" }],
  ["metadata.user_id, of any length", { metadata: { user_id: `user_${"a".repeat(100)}` } }, {}],
])("at OpenAI, %s of a messages request becomes the prompt cache key", async (_, more, headers) => {
  const keys: unknown[] = [];
  for (const text of ["Hello", "Hello again"]) {
    const messages = [{ role: "user", content: text }];
    await post(gateway, "messages", { model: "openai/gpt-4o-mini", messages, ...more }, { headers });
    keys.push(sent().prompt_cache_key);
  }
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
});

describe("requests of one session", () => {
  const MODEL = "openai/gpt-oss-120b";
  const only = { provider: { only: ["groq", "together"], sort: "price" } };
  const served = async (more: object, headers: Record<string, string> = {}) => {
    const body = { model: MODEL, messages: [{ role: "user", content: "Hello" }], ...only, ...more };
    const { status, headers: got } = await post(gateway, "chat", body, { headers });
    expect(status).toBe(200);
    return (await recordOf(gateway, got)).provider_name.toLowerCase();
  };

  test.each([
    ["session_id", { session_id: "stay-1" }, {}],
    ["prompt_cache_key", { prompt_cache_key: "stay-2" }, {}],
    ["x-session-id", {}, { "x-session-id": "stay-3" }],
  ])("stay with the provider that served the first one (%s)", async (_, more, headers) => {
    const first = await served({ session_id: "nobody" });
    // The first provider fails once: this request goes to the other one, and so do the session's next requests.
    upstream.script({ match: ({ path }) => path.startsWith(`/${first}`), times: 1, fault: { status: 500 } });
    const other = await served(more, headers);
    expect(other).not.toBe(first);
    for (let call = 0; call < 3; call++) expect(await served(more, headers)).toBe(other);
    expect(await served({ session_id: "somebody else" })).toBe(first);
    expect(await served({ ...more, provider: { order: [first] } }, headers)).toBe(first);
  });

  test("switch when that provider fails", async () => {
    const stays = await served({ session_id: "leaves" });
    upstream.script({ match: ({ path }) => path.startsWith(`/${stays}`), times: 1, fault: { status: 500 } });
    const next = await served({ session_id: "leaves" });
    expect(next).not.toBe(stays);
    expect(await served({ session_id: "leaves" })).toBe(next);
  });
});
