import OpenAI from "openai";
import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { expectDisconnect } from "../attempts/disconnect.ts";
import { type Event, eventsIn, recordOf } from "../calling.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({
  upstream,
  providers: ["openai", "openrouter", "deepseek", "mistral", "anthropic"],
  env: { LAST_FIRST_CONTENT_TIMEOUT_MS: "1500", IDLE_TIMEOUT_MS: "1000" },
});

const OPENAI = "openai/gpt-3.5-turbo-instruct";
const CODESTRAL = "mistralai/codestral-2508";
const DEEPSEEK = "deepseek/deepseek-v4-flash";
const MODELS: [model: string, path: string][] = [
  [OPENAI, "/openrouter/api/v1/completions"],
  [CODESTRAL, "/mistral/v1/fim/completions"],
  [DEEPSEEK, "/deepseek/beta/completions"],
];

const complete = (body: object, options?: { key?: string }) => gateway.call("POST", "/completions", body, options);
const sent = (at = 0) => upstream.requests[at]?.body as Record<string, unknown>;

async function stream(body: object, key = gateway.managementKey) {
  const response = await fetch(`${gateway.url}/api/v1/completions`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    body: JSON.stringify({ ...body, stream: true }),
  });
  return { headers: response.headers, events: eventsIn(await response.text()) };
}

const textIn = (events: Event[]) => events.map((event) => event.choices?.[0]?.text ?? "").join("");

describe.each(MODELS)("%s", (model, path) => {
  const body = { model, prompt: "def add(a, b):", suffix: "return sum", max_tokens: 64, temperature: 0 };

  test("fills the gap of a whole request, at the provider's own path", async () => {
    const { status, body: reply, headers } = await complete(body);
    expect(status).toBe(200);
    expect(reply).toMatchObject({
      object: "text_completion",
      model,
      choices: [{ index: 0, text: "You said: def add(a, b):[return sum]", finish_reason: "stop" }],
      usage: { prompt_tokens: expect.any(Number), completion_tokens: expect.any(Number) },
    });
    expect(reply.choices[0]).not.toHaveProperty("message");
    expect(upstream.requests[0]?.path).toBe(path);
    expect(sent()).toMatchObject({ prompt: body.prompt, suffix: body.suffix, max_tokens: 64 });
    const record = await recordOf(gateway, headers);
    expect(record).toMatchObject({ dialect: "completions", status: 200, finish_reason: "stop" });
    expect(record.cost_nano_usd).toBeGreaterThan(0);
  });

  test("fills the gap of a stream", async () => {
    const { events, headers } = await stream(body);
    expect(textIn(events)).toBe("You said: def add(a, b):[return sum]");
    expect(events.at(-1)).toBe("[DONE]");
    for (const event of events.slice(0, -1)) {
      expect(event).toMatchObject({ object: "text_completion", model });
      for (const choice of event.choices) expect(choice).not.toHaveProperty("delta");
    }
    expect(await recordOf(gateway, headers)).toMatchObject({ streamed: true, usage_estimated: false, status: 200 });
  });

  test("a stream that breaks off ends with an error, and is charged for what was delivered", async () => {
    upstream.script({ fault: { cutAfterEvents: 3 } });
    const { events, headers } = await stream({ ...body, prompt: "one two three four five six seven" });
    expect(events.at(-2)).toMatchObject({ error: { code: 502 }, choices: [{ finish_reason: "error" }] });
    const record = await recordOf(gateway, headers);
    expect(record).toMatchObject({ status: 502 });
    expect(record.tokens_completion).toBeGreaterThan(0);
  });
});

test("several prompts and choices keep their order, and are reserved together", async () => {
  const { body } = await complete({ model: OPENAI, prompt: ["one", "two"], n: 2, max_tokens: 8 });
  expect(body.choices.map(({ index }: Event) => index)).toEqual([0, 1, 2, 3]);
  const { events } = await stream({ model: OPENAI, prompt: ["one", "two"], max_tokens: 8 });
  const ends = events.flatMap((event: Event) => event.choices ?? []).filter((choice: Event) => choice.finish_reason);
  expect(ends.map(({ index }: Event) => index)).toEqual([0, 1]);
  const { key } = await gateway.newKey({ limit: 0.0002 });
  const many = { model: OPENAI, prompt: Array.from({ length: 100 }, () => "one"), max_tokens: 100 };
  expect((await complete(many, { key })).status).toBe(402);
});

test("log probabilities pass through", async () => {
  const { body } = await complete({ model: OPENAI, prompt: "one", logprobs: 2 });
  expect(body.choices[0].logprobs.tokens.length).toBeGreaterThan(0);
});

describe("rejections", () => {
  test.each<[string, object, number, RegExp]>([
    ["tokens", { prompt: [1, 2, 3] }, 400, /prompt.*arrays of tokens are not supported/],
    ["lists of tokens", { prompt: [[1, 2], [3]] }, 400, /prompt.*arrays of tokens are not supported/],
    ["no prompt", {}, 400, /prompt/],
    ["tools", { prompt: "Hi", tools: [] }, 400, /tools: Not supported for text completions/],
    ["an unknown model", { model: "openai/nothing", prompt: "Hi" }, 404, /No such model/],
  ])("%s", async (_, body, status, message) => {
    const response = await complete({ model: OPENAI, ...body });
    expect(response).toMatchObject({ status, body: { error: { message: expect.stringMatching(message) } } });
    expect(upstream.requests).toEqual([]);
  });

  test.each(["anthropic/claude-sonnet-4.5", "openai/gpt-5-mini"])(
    "%s has no completions, and the error names models that have",
    async (model) => {
      const { status, body } = await complete({ model, prompt: "Hi" });
      expect(status).toBe(404);
      expect(body.error.message).toMatch(/has no text completions; use POST \/chat\/completions\. Models with/);
      const { suggestions } = body.error.metadata;
      expect(suggestions.length).toBeGreaterThan(0);
      for (const one of suggestions) expect((await complete({ model: one, prompt: "Hi" })).status).toBe(200);
    },
  );
});

describe("guardrails", () => {
  async function guardedKey(action: string): Promise<string> {
    const { key, hash } = await gateway.newKey();
    const { body } = await gateway.call("POST", "/guardrails", {
      name: `Emails ${action}`,
      content_filter_builtins: [{ slug: "email", action }],
    });
    await gateway.call("POST", `/guardrails/${body.data.id}/assignments/keys`, { key_hashes: [hash] });
    return key;
  }
  const MAIL = "ana.silva@corp.example";

  test.each(["prompt", "suffix"])("read the %s", async (field) => {
    const key = await guardedKey("block");
    const response = await complete({ model: OPENAI, prompt: "Hi", [field]: `to ${MAIL}` }, { key });
    expect(response.status).toBe(403);
    expect(upstream.requests).toEqual([]);
  });

  test("redact the prompt, and the response, whole and streamed", async () => {
    const key = await guardedKey("redact");
    upstream.script({ answer: { text: `Write to ${MAIL} now` } });
    const { body } = await complete({ model: OPENAI, prompt: `Ask ${MAIL}` }, { key });
    expect(sent().prompt).toBe("Ask [EMAIL_1]");
    expect(body.choices[0].text).not.toContain(MAIL);
    const { events } = await stream({ model: CODESTRAL, prompt: "Hi" }, key);
    expect(textIn(events)).toMatch(/^Write to \[EMAIL_\d\] now$/);
  });
});

test("a caller who disconnects stops the upstream", async () => {
  await expectDisconnect(gateway, upstream, "/completions", { model: OPENAI, prompt: "Hi" });
});

test("openai's client completes text, whole and streamed", async () => {
  const client = new OpenAI({ apiKey: gateway.managementKey, baseURL: `${gateway.url}/api/v1` });
  const whole = await client.completions.create({ model: OPENAI, prompt: "Hi", suffix: "!" });
  expect(whole.choices[0]?.text).toBe("You said: Hi[!]");
  let streamed = "";
  for await (const chunk of await client.completions.create({ model: CODESTRAL, prompt: "Hi", stream: true }))
    streamed += chunk.choices[0]?.text ?? "";
  expect(streamed).toBe("You said: Hi");
});
