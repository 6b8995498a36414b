import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type Event, post, recordOf, saying, streamOf } from "../calling.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai", "google", "groq", "xai"] });

const WAIT = { name: "wait", description: "Wait", parameters: { type: "object", properties: {} } };
const FUNCTION = { type: "function", function: WAIT };
const FORMAT = { type: "grammar", grammar: { syntax: "lark", definition: 'start: "*** Begin Patch"' } };
const PATCH = { type: "custom", custom: { name: "apply_patch", description: "Edit files", format: FORMAT } };

const chat = (model: string, more: object) => ({
  model,
  messages: [{ role: "user", content: "use the tools" }],
  ...more,
});
const sent = () => upstream.requests.at(-1) as Event;

describe("OpenAI's chat completions reject tools with reasoning, so the Responses API gets the request", () => {
  test.each([
    ["gpt-5.4", { reasoning_effort: "low" }],
    ["gpt-5.5", {}],
    ["gpt-5.5", { reasoning: { effort: "high" } }],
    ["gpt-5.6-sol", {}],
    ["gpt-6-astra", { reasoning_effort: "medium" }],
  ])("%s with %o", async (model, settings) => {
    const body = chat(`openai/${model}`, { tools: [FUNCTION], ...settings });
    const { status, headers, text } = await post(gateway, "chat", body);
    expect([status, sent().path.endsWith("/responses")], text).toEqual([200, true]);
    const { reasoning_effort: effort, reasoning } = settings as Event;
    expect(sent().body.reasoning?.effort).toBe(effort ?? reasoning?.effort);
    const [choice] = JSON.parse(text).choices;
    expect([choice.finish_reason, choice.message.tool_calls[0].function.name]).toEqual(["tool_calls", "wait"]);
    expect(await recordOf(gateway, headers)).toMatchObject({ status: 200, unpriced_units: [] });
    const { events } = await streamOf(gateway, "chat", body);
    expect(events.some((event) => event.choices?.[0]?.delta?.tool_calls?.[0]?.function?.name === "wait")).toBe(true);
  });

  test.each([
    ["gpt-5.5", { tools: [FUNCTION], reasoning_effort: "none" }],
    ["gpt-5.5", { reasoning_effort: "high" }],
    ["gpt-5.4", { tools: [FUNCTION] }],
    ["gpt-5.2", { tools: [FUNCTION], reasoning_effort: "high" }],
  ])("what it accepts passes through: %s with %o", async (model, settings) => {
    const { status, text } = await post(gateway, "chat", chat(`openai/${model}`, settings));
    expect([status, sent().path.endsWith("/chat/completions")], text).toEqual([200, true]);
  });

  test.each(["gpt-5-pro", "gpt-5.3-codex", "o3-deep-research", "o1-pro"])(
    "%s is not served by chat completions",
    async (model) => {
      const { status, text } = await post(gateway, "chat", chat(`openai/${model}`, {}));
      expect([status, sent().path.endsWith("/responses")], text).toEqual([200, true]);
    },
  );
});

describe.each(["messages", "responses"] as const)(
  "models that only chat completions serve, called by %s",
  (dialect) => {
    test("get the request there, and the search before every response is charged", async () => {
      const body = saying(
        dialect,
        "openai/gpt-4o-search-preview",
        "news",
        dialect === "messages" ? { max_tokens: 9 } : {},
      );
      const { status, headers, text } = await post(gateway, dialect, body);
      expect([status, sent().path.endsWith("/chat/completions")], text).toEqual([200, true]);
      const { usage_units: units, unpriced_units: unpriced } = await recordOf(gateway, headers);
      expect({ units, unpriced }).toMatchObject({ units: { web_searches: 1 } });
    });
  },
);

describe("a tool that takes text", () => {
  test("reaches a provider that has only functions as one, and its calls come back as the client knows them", async () => {
    const body = chat("openai/gpt-oss-120b", { tools: [PATCH], provider: { only: ["groq"] } });
    const { status, text } = await post(gateway, "chat", body);
    expect(status, text).toBe(200);
    expect(sent().body.tools).toMatchObject([{ type: "function", function: { name: "apply_patch" } }]);
    expect(JSON.parse(text).choices[0].message.tool_calls).toMatchObject([
      { type: "custom", custom: { name: "apply_patch", input: expect.any(String) } },
    ]);
  });

  test("gets its text from a model that only the Responses API serves", async () => {
    const input = '*** Begin Patch\n*** Add File: "a b.txt"\n';
    const call = { id: "ctc_1", type: "custom_tool_call", call_id: "c1", name: "apply_patch", input };
    const response = { id: "r", created_at: 1, model: "gpt-5.5", status: "completed", output: [call] };
    const created = { type: "response.created", response: { id: "r", created_at: 1, model: "gpt-5.5" } };
    upstream.script({ reply: { events: [created, { type: "response.completed", response }] } });
    const body = chat("openai/gpt-5.5", { tools: [PATCH] });
    const { text } = await post(gateway, "chat", body);
    expect(sent().path, text).toMatch(/\/responses$/);
    expect(JSON.parse(text).choices[0].message.tool_calls[0].custom).toEqual({ name: "apply_patch", input });
    const { events } = await streamOf(gateway, "chat", body);
    const pieces = events.flatMap((event) => event.choices?.[0]?.delta?.tool_calls ?? []);
    expect(pieces.map(({ custom }: Event) => custom.input).join("")).toBe(input);
  });

  test("passes through to OpenAI", async () => {
    const { status } = await post(gateway, "chat", chat("openai/gpt-5.2", { tools: [PATCH] }));
    expect([status, sent().body.tools]).toEqual([200, [PATCH]]);
  });

  test.each([
    { type: "custom", name: "apply_patch" },
    { type: "namespace", name: "files", description: "Files", tools: [{ type: "function", ...WAIT }] },
  ])("xAI's Responses API gets %o as a function", async (tool) => {
    const body = { model: "x-ai/grok-4.5", input: "use the tools", tools: [tool], provider: { only: ["xai"] } };
    const { status, text } = await post(gateway, "responses", body);
    expect(status, text).toBe(200);
    expect(sent().body.tools).toMatchObject([{ type: "function" }]);
  });
});

describe("Google's choice of calls that match their schemas", () => {
  const choosing = (model: string) => chat(model, { tools: [FUNCTION], tool_choice: "validated" });

  test("reaches Google", async () => {
    const { status, text } = await post(gateway, "chat", choosing("google/gemini-2.5-flash"));
    expect(status, text).toBe(200);
    expect(sent().body.toolConfig).toEqual({ functionCallingConfig: { mode: "VALIDATED" } });
  });

  test.each(["openai/gpt-4o-mini", "openai/gpt-5.5"])(
    "is left to %s, and the routing metadata says so",
    async (model) => {
      const headers = { "x-service-metadata": "enabled" };
      const { status, text } = await post(gateway, "chat", choosing(model), { headers });
      expect(status, text).toBe(200);
      expect(["auto", undefined]).toContain(sent().body.tool_choice);
      expect(text).toContain("tool_choice (validated): sent as auto");
    },
  );
});

test.each(["messages", "chat"] as const)(
  "OpenAI's Responses API takes no limit below 16 tokens, as agents send to try a model: %s",
  async (dialect) => {
    const more = { max_tokens: 1, tools: dialect === "chat" ? [FUNCTION] : undefined };
    const body = saying(dialect, "openai/gpt-5.5", "Hello", more);
    const { status, text } = await post(gateway, dialect, body, { headers: { "x-service-metadata": "enabled" } });
    expect([status, sent().body.max_output_tokens], text).toEqual([200, 16]);
    expect(text).toContain("max_tokens: raised to 16");
  },
);
