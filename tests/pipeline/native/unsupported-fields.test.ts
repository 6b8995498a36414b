import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type DialectName, type Event, post, saying } from "../calling.ts";

const upstream = sharedUpstream();
const PROVIDERS = ["openai", "anthropic", "groq", "mistral", "deepseek", "moonshotai", "xai", "cerebras", "openrouter"];
const gateway = sharedGateway({ upstream, providers: PROVIDERS });

const sent = () => upstream.requests.at(-1) as Event;
const marked = { cache_control: { type: "ephemeral" } };
/** Every field of this API's chat bodies that OpenAI's have not, and some that only OpenAI has. */
const EVERYTHING = {
  top_k: 5,
  min_p: 0.1,
  top_a: 0.2,
  repetition_penalty: 1.1,
  include_reasoning: true,
  transforms: ["middle-out"],
  structured_outputs: true,
  usage: { include: true },
  ...marked,
  reasoning: { effort: "low", exclude: true },
  temperature: 0,
  top_p: 0.9,
  frequency_penalty: 0.1,
  presence_penalty: 0.1,
  seed: 7,
  stop: ["HALT"],
  user: "ann",
  logit_bias: { 50: 1 },
  logprobs: true,
  top_logprobs: 2,
  verbosity: "low",
  prompt_cache_key: "k",
  metadata: { a: "b" },
  max_completion_tokens: 50,
  tools: [{ type: "function", function: { name: "wait", parameters: { type: "object", properties: {} } }, ...marked }],
  messages: [{ role: "user", content: [{ type: "text", text: "Hello", ...marked }] }],
};

const MODELS = [
  ["openai/gpt-4o-mini", "openai"],
  ["openai/gpt-5-mini", "openai"],
  ["openai/gpt-oss-120b", "groq"],
  ["mistralai/mistral-large-2512", "mistral"],
  ["deepseek/deepseek-v4-flash", "deepseek"],
  ["moonshotai/kimi-k2.5", "moonshotai"],
  ["x-ai/grok-4.3", "xai"],
  ["openai/gpt-oss-120b", "cerebras"],
] as const;

describe.each(MODELS)("a chat request to %s at %s with fields that it rejects", (model, provider) => {
  test("is sent without them, and says so", async () => {
    const body = { model, provider: { only: [provider] }, ...EVERYTHING };
    const { status, headers, text } = await post(gateway, "chat", body);
    expect(status, text).toBe(200);
    expect(sent().path.startsWith(`/${provider}/`)).toBe(true);
    expect(sent().body).not.toHaveProperty("top_a");
    expect(JSON.stringify(sent().body)).not.toContain("cache_control");
    expect(sent().body.reasoning_effort).toBe("low");
    const dropped = headers.get("x-dropped") ?? "";
    for (const name of ["top_a", "transforms", "cache_control", "tools[0].cache_control", "reasoning.exclude"])
      expect(dropped).toContain(name);
    expect(dropped).not.toContain("reasoning_effort");
  });
});

test("OpenRouter gets all of them", async () => {
  const body = { model: "openai/gpt-4o-mini", provider: { only: ["openrouter"] }, ...EVERYTHING };
  const { status, headers } = await post(gateway, "chat", body);
  expect([status, headers.get("x-dropped")]).toEqual([200, null]);
  const { provider: _, ...given } = body;
  expect(sent().body).toMatchObject({ ...given, model: expect.any(String) });
});

test.each([
  [{ reasoning: { effort: "low" }, reasoning_effort: "high" }, "high", null],
  [{ reasoning: { effort: "low", max_tokens: 9 } }, "low", "reasoning.max_tokens"],
  [{ reasoning: null }, undefined, null],
])("the effort in %o is sent under OpenAI's name", async (settings, effort, dropped) => {
  const body = saying("chat", "openai/gpt-5-mini", "Hello", settings);
  const { status, headers } = await post(gateway, "chat", body);
  expect([status, headers.get("x-dropped"), sent().body.reasoning_effort]).toEqual([200, dropped, effort]);
  expect(sent().body).not.toHaveProperty("reasoning");
});

test.each([
  ["openai/gpt-oss-120b", "groq", "messages[1].annotations, messages[1].model_id"],
  ["mistralai/mistral-large-2512", "mistral", "messages[1].annotations, messages[1].model_id"],
  ["openai/gpt-4o-mini", "openai", "messages[1].model_id"],
])("a message that a client sends back as it came reaches %s at %s", async (model, provider, dropped) => {
  const annotations = [{ type: "url_citation", url_citation: { url: "https://a.test", title: "A" } }];
  const answer = { role: "assistant", content: "Hi.", refusal: null, annotations, model_id: model };
  const messages = [{ role: "user", content: "Hello" }, answer, { role: "user", content: "And now?" }];
  const { status, headers, text } = await post(gateway, "chat", { model, provider: { only: [provider] }, messages });
  expect([status, headers.get("x-dropped")], text).toEqual([200, dropped]);
});

test("Mistral gets the seed and the limit under its own names", async () => {
  await post(gateway, "chat", { model: "mistralai/mistral-large-2512", ...EVERYTHING });
  expect(sent().body).toMatchObject({ random_seed: 7, max_tokens: 50, stop: ["HALT"], temperature: 0 });
});

test.each([
  ["messages", "anthropic/claude-sonnet-5", { temperature: 0, top_k: 3, max_tokens: 9 }, "temperature, top_k"],
  ["messages", "anthropic/claude-sonnet-4.5", { temperature: 0, max_tokens: 9 }, null],
  ["responses", "openai/gpt-5-mini", { temperature: 0, top_p: 0.5 }, "temperature, top_p"],
  ["responses", "openai/gpt-5.1", { temperature: 0, reasoning: { effort: "none" } }, null],
  ["chat", "openai/gpt-5.1", { temperature: 0, reasoning: { effort: "none" } }, null],
  ["chat", "openai/gpt-4.1", { temperature: 0, top_p: 0.5, seed: 4 }, null],
] as [DialectName, string, Event, string | null][])(
  "sampling settings that a model lacks are dropped: %s %s %o",
  async (dialect, model, settings, dropped) => {
    const { status, headers, text } = await post(gateway, dialect, saying(dialect, model, "Hello", settings));
    expect([status, headers.get("x-dropped")], text).toEqual([200, dropped]);
    if (dropped === null) expect(sent().body.temperature).toBe(0);
  },
);

describe.each([
  ["deepseek/deepseek-v4-flash", "deepseek"],
  ["moonshotai/kimi-k2.5", "moonshotai"],
])("%s requires its reasoning back", (model, provider) => {
  const only = { provider: { only: [provider] } };
  const call = { id: "call_1", type: "function", function: { name: "wait", arguments: "{}" } };
  const tools = [{ type: "function", function: { name: "wait", parameters: { type: "object", properties: {} } } }];
  const chat = (more: object) => ({
    model,
    ...only,
    tools,
    messages: [
      { role: "user", content: "Hello" },
      { role: "assistant", content: "I wait.", tool_calls: [call], ...more },
      { role: "tool", tool_call_id: "call_1", content: "waited" },
      { role: "assistant", content: "Done." },
      { role: "user", content: "And now?" },
    ],
  });
  const reasoningSent = () => sent().body.messages.flatMap((message: Event) => message.reasoning_content ?? []);

  test.each([
    [{}, [" ", " "]],
    [{ reasoning_content: "I should wait." }, ["I should wait.", " "]],
    [{ reasoning: "I should wait." }, ["I should wait.", " "]],
  ])("a chat client that sends %o", async (more, expected) => {
    const { status, text } = await post(gateway, "chat", chat(more));
    expect(status, text).toBe(200);
    expect(reasoningSent()).toEqual(expected);
  });

  test("a client of the Responses API", async () => {
    const input = [
      { role: "user", content: "Hello" },
      { type: "function_call", call_id: "call_1", name: "wait", arguments: "{}" },
      { type: "function_call_output", call_id: "call_1", output: "waited" },
    ];
    const flat = [{ type: "function", name: "wait", parameters: { type: "object", properties: {} } }];
    const { status, text } = await post(gateway, "responses", { model, ...only, input, tools: flat });
    expect(status, text).toBe(200);
    expect(reasoningSent()).toEqual([" "]);
  });

  test("not without calls, nor if it does not think", async () => {
    const { tools: _, messages, ...rest } = chat({});
    await post(gateway, "chat", { ...rest, messages: messages.slice(3) });
    expect(reasoningSent()).toEqual([]);
  });
});

test.each([
  ["groq", "openai/gpt-oss-120b"],
  ["cerebras", "openai/gpt-oss-120b"],
  ["mistral", "mistralai/mistral-large-2512"],
])("a conversation with reasoning goes on at %s from every dialect", async (provider, model) => {
  const only = { provider: { only: [provider] } };
  const thinking = { type: "thinking", thinking: "Hm.", signature: "" };
  const bodies: [DialectName, Event][] = [
    [
      "messages",
      {
        max_tokens: 50,
        thinking: { type: "enabled", budget_tokens: 1024 },
        messages: [
          { role: "user", content: "Hello" },
          { role: "assistant", content: [thinking, { type: "text", text: "Hi" }] },
          { role: "user", content: "Again" },
        ],
      },
    ],
    [
      "chat",
      {
        messages: [
          { role: "user", content: "Hello" },
          { role: "assistant", content: "Hi", reasoning_content: "Hm." },
          { role: "user", content: "Again" },
        ],
      },
    ],
    [
      "responses",
      {
        prompt_cache_key: "k",
        input: [
          { role: "user", content: "Hello" },
          { type: "reasoning", id: "rs_1", summary: [{ type: "summary_text", text: "Hm." }] },
          { role: "assistant", content: "Hi" },
          { role: "user", content: "Again" },
        ],
      },
    ],
  ];
  for (const [dialect, body] of bodies) {
    const { status, text } = await post(gateway, dialect, { model, ...only, ...body });
    expect([dialect, status], text).toEqual([dialect, 200]);
    const { reasoning } = sent().body.messages[1];
    expect([dialect, reasoning]).toEqual([dialect, provider === "mistral" ? undefined : "Hm."]);
  }
});

test("an endpoint that would drop a field is no candidate if the request requires its parameters", async () => {
  const body = saying("chat", "openai/gpt-oss-120b", "Hello", { top_k: 5 });
  const provider = { only: ["groq"], require_parameters: true };
  const { status, text } = await post(gateway, "chat", { ...body, provider });
  expect(status, text).toBe(404);
  expect(text).toContain("top_k: not supported by groq");
});

test("DeepSeek's Messages API requires thinking in every turn with calls, if the model thinks", async () => {
  const call = { type: "tool_use", id: "toolu_1", name: "wait", input: {} };
  const body = {
    model: "deepseek/deepseek-v4-flash",
    provider: { only: ["deepseek"] },
    max_tokens: 2000,
    tools: [{ name: "wait", input_schema: { type: "object" } }],
    messages: [
      { role: "user", content: "Hello" },
      { role: "assistant", content: [{ type: "text", text: "I wait." }, call] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "waited" }] },
    ],
  };
  const turn = () => sent().body.messages[1].content.map(({ type }: Event) => type);
  await post(gateway, "messages", { ...body, thinking: { type: "enabled", budget_tokens: 1024 } });
  expect(turn()).toEqual(["thinking", "text", "tool_use"]);
  await post(gateway, "messages", body);
  expect(turn()).toEqual(["text", "tool_use"]);
});
