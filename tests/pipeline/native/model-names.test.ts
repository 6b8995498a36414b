import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type DialectName, type Event, post, saying, streamOf, textIn } from "../calling.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai", "anthropic", "google", "groq"] });

/** Each dialect at its own upstream, with every name of the model in the catalogue, and at other upstreams. */
const CALLS: [dialect: DialectName, model: string, upstreamName: string][] = [
  ["messages", "anthropic/claude-sonnet-4.5", "claude-sonnet-4-5"],
  ["messages", "claude-sonnet-4-5", "claude-sonnet-4-5"],
  ["messages", "openai/gpt-4o-mini", "gpt-4o-mini"],
  ["responses", "openai/gpt-4o-mini", "gpt-4o-mini"],
  ["responses", "openai/gpt-4o-mini:nitro", "gpt-4o-mini"],
  ["responses", "anthropic/claude-sonnet-4.5", "claude-sonnet-4-5"],
  ["chat", "openai/gpt-4o-mini", "gpt-4o-mini"],
  ["chat", "gpt-4o-mini", "gpt-4o-mini"],
  ["chat", "google/gemini-2.5-flash", "gemini-2.5-flash"],
];

/** Every value of a member `model`, however deep. */
function modelsIn(value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => (name === "model" ? [inner] : modelsIn(inner)));
}

describe.each(CALLS)("%s %s", (dialect, model, upstreamName) => {
  const body = saying(dialect, model, "Tell me of the model");

  test("a whole response has the requested name", async () => {
    const { text } = await post(gateway, dialect, body);
    expect(JSON.parse(text).model).toBe(model);
    expect((upstream.requests.at(-1) as Event).raw.toString() + upstream.requests.at(-1)?.path).toContain(upstreamName);
  });

  test.each<Record<string, string>>([{}, { "x-response-events": "openai" }])(
    "every event of a stream has the requested name (%o)",
    async (headers) => {
      const { events } = await streamOf(gateway, dialect, body, { headers });
      const named = [...new Set(modelsIn(events))];
      expect(named).toEqual([model]);
      expect(textIn(events)).toBe("You said: Tell me of the model");
    },
  );

  test("the upstream's name is in the routing metadata", async () => {
    const { text } = await post(gateway, dialect, body, { headers: { "x-service-metadata": "enabled" } });
    const { model: named, service_metadata: metadata } = JSON.parse(text);
    expect([named, metadata.upstream_model.startsWith(upstreamName)]).toEqual([model, true]);
    const { events } = await streamOf(gateway, dialect, body, { headers: { "x-service-metadata": "enabled" } });
    const told = events.map((event) => event.service_metadata ?? event.response?.service_metadata).find(Boolean);
    expect(told.upstream_model.startsWith(upstreamName)).toBe(true);
  });
});

describe("a native chat stream", () => {
  const chunk = (fields: string) => `data: {"id":"c",${fields}}\n\n`;
  const BODY = saying("chat", "openai/gpt-oss-120b", "Hello", { provider: { only: ["groq"] } });
  const END = '"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]';
  const says = (text: string) => `"choices":[{"index":0,"delta":{"content":${JSON.stringify(text)}}}]`;

  test.each([
    ['"model":"other/name"', '"model":"other/name"'],
    ['"model": "other/name"', '"model": "other/name"'],
    ['"model":"other\\/name"', '"model":"other\\/name"'],
    ['"model":"other/name"', '"model":"a third name"'],
  ])("called %s and %s gets the requested name, and nothing else changes", async (first, later) => {
    const text = 'a "model":"other/name" said';
    const events = [
      chunk(`${first},${says(text)},"x":1.0`),
      ": a comment\n\n",
      chunk(`${first},${says("b")}`),
      chunk(`${first},${says("c")}`),
      chunk(`${later},${says("d")}`),
      chunk(`${later},${says("e")}`),
      chunk(`${later},${END}`),
      "data: [DONE]\n\n",
    ];
    upstream.script({ reply: { events } });
    const response = await streamOf(gateway, "chat", BODY);
    const own = '"model":"openai/gpt-oss-120b"';
    expect(response.text).toBe(events.join("").replaceAll(`${first},`, `${own},`).replaceAll(`${later},`, `${own},`));
    expect(textIn(response.events)).toBe(`${text}bcde`);
  });
});

test("a whole response whose arguments contain the upstream's name keeps them", async () => {
  const input = { model: "claude-sonnet-4-5", n: 12_345_678 };
  const content = [{ type: "tool_use", id: "toolu_1", name: "pick", input }];
  const reply = { id: "msg_1", type: "message", role: "assistant", model: "claude-sonnet-4-5" };
  const json = JSON.stringify({
    content,
    ...reply,
    stop_reason: "tool_use",
    usage: { input_tokens: 1, output_tokens: 2 },
  });
  upstream.script({ reply: { body: json, headers: { "content-type": "application/json" } } });
  const { text } = await post(gateway, "messages", saying("messages", "anthropic/claude-sonnet-4.5", "Hello"));
  expect(JSON.parse(text)).toMatchObject({ model: "anthropic/claude-sonnet-4.5", content: [{ input }] });
});

test.each([
  ["/embeddings", { model: "openai/text-embedding-3-small", input: "Hello" }],
  ["/embeddings", { model: "text-embedding-3-small", input: "Hello" }],
])("%s also has the requested name: %o", async (path, body) => {
  expect((await gateway.call("POST", path, body)).body.model).toBe(body.model);
});

describe("a response of /messages has every field of the specification", () => {
  const KEYS = {
    container: null,
    context_management: null,
    stop_details: null,
    stop_sequence: null,
    type: "message",
    role: "assistant",
    stop_reason: "end_turn",
    provider: expect.any(String),
  };
  const USAGE = [
    ...["cache_creation", "cache_creation_input_tokens", "cache_read_input_tokens", "inference_geo", "input_tokens"],
    ...["output_tokens", "output_tokens_details", "server_tool_use", "service_tier"],
  ];
  test.each([
    ["anthropic/claude-sonnet-4.5", "Anthropic"],
    ["openai/gpt-4o-mini", "OpenAI"],
    ["google/gemini-2.5-flash", expect.stringContaining("Google")],
    ["local/echo", expect.any(String)],
  ])("%s", async (model, provider) => {
    const body = saying("messages", model, "Hello");
    const whole = JSON.parse((await post(gateway, "messages", body)).text);
    expect(whole).toMatchObject({ ...KEYS, provider });
    expect(Object.keys(whole.usage)).toEqual(expect.arrayContaining(USAGE));
    const { events } = await streamOf(gateway, "messages", body);
    const start = events.find(({ type }) => type === "message_start").message;
    expect(start).toMatchObject({ ...KEYS, stop_reason: null, provider, content: [] });
    expect(Object.keys(start.usage)).toEqual(expect.arrayContaining(USAGE));
    const { delta } = events.find(({ type }) => type === "message_delta");
    expect(delta).toMatchObject({ stop_reason: "end_turn", stop_sequence: null, stop_details: null, container: null });
  });

  test("has the keys even if the upstream omits them", async () => {
    const reply = { id: "m", type: "message", role: "assistant", model: "x", content: [], stop_reason: "end_turn" };
    const json = JSON.stringify({ ...reply, usage: { input_tokens: 1, output_tokens: 2 } });
    upstream.script({ reply: { body: json, headers: { "content-type": "application/json" } } });
    const { text } = await post(gateway, "messages", saying("messages", "anthropic/claude-sonnet-4.5", "Hello"));
    expect(JSON.parse(text)).toMatchObject({ ...KEYS, provider: "Anthropic" });
    expect(Object.keys(JSON.parse(text).usage)).toEqual(expect.arrayContaining(USAGE));
  });
});
