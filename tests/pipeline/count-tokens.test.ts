import { afterEach, describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai", "anthropic", "google", "openrouter"] });

const CLAUDE = "anthropic/claude-sonnet-4.5";
const GPT = "openai/gpt-5-mini";
const GEMINI = "google/gemini-2.5-flash";

const BODY = {
  system: "Be brief.",
  messages: [{ role: "user", content: "What is the weather in Lisbon?" }],
  tools: [{ name: "weather", description: "Reads a thermometer.", input_schema: { type: "object", properties: {} } }],
  stop_sequences: ["###"],
  max_tokens: 100,
};

const made: string[] = [];
afterEach(async () => {
  for (const id of made.splice(0)) await gateway.call("DELETE", `/byok/${id}`);
});

type Options = { key?: string; headers?: Record<string, string> };

async function count(model: string, more: object = {}, options: Options = {}) {
  const body = { model, provider: { only: [String(model.split("/")[0])] }, ...BODY, ...more };
  const { status, headers, body: reply } = await gateway.call("POST", "/messages/count_tokens", body, options);
  return { status, reply, isEstimate: headers.get("x-token-count") === "estimated", asked: [...upstream.requests] };
}

async function keyUnder(guardrail: object): Promise<string> {
  const { body } = await gateway.call("POST", "/guardrails", { name: "Test", ...guardrail });
  const { key, hash } = await gateway.newKey();
  await gateway.call("POST", `/guardrails/${body.data.id}/assignments/keys`, { key_hashes: [hash] });
  return key;
}

describe("a provider that counts tokens gets the request that would be sent", () => {
  test("Anthropic, unchanged", async () => {
    const { status, reply, isEstimate, asked } = await count(CLAUDE, {}, { headers: { "anthropic-beta": "future" } });
    expect([status, isEstimate]).toEqual([200, false]);
    expect(reply).toEqual({ input_tokens: 10 });
    const { system, messages, tools } = BODY;
    expect(asked[0]?.body).toEqual({ model: expect.stringContaining("claude-sonnet-4-5"), system, messages, tools });
    expect(asked[0]?.headers["anthropic-beta"]).toBe("future");
  });

  test("OpenAI, converted", async () => {
    const { status, reply, isEstimate, asked } = await count(GPT);
    expect([status, isEstimate]).toEqual([200, false]);
    expect(reply).toEqual({ input_tokens: 10 });
    expect(asked.map(({ path }) => path)).toEqual(["/openai/v1/responses/input_tokens"]);
    expect(asked[0]?.headers.authorization).toBe("Bearer key-of-openai");
    expect(asked[0]?.body).toMatchObject({
      model: "gpt-5-mini",
      input: [{ content: "Be brief." }, { role: "user", content: [{ text: "What is the weather in Lisbon?" }] }],
      tools: [{ type: "function", name: "weather" }],
    });
  });

  test("Google, converted, with system instruction and tools", async () => {
    const { status, reply, isEstimate, asked } = await count(GEMINI, { provider: { only: ["google"] } });
    expect([status, isEstimate]).toEqual([200, false]);
    expect(reply).toEqual({ input_tokens: 10 });
    expect(asked.map(({ path }) => path)).toEqual(["/google/v1beta/models/gemini-2.5-flash:countTokens"]);
    expect(asked[0]?.headers["x-goog-api-key"]).toBe("key-of-google");
    expect(asked[0]?.body).toMatchObject({
      generateContentRequest: {
        model: "models/gemini-2.5-flash",
        systemInstruction: { parts: [{ text: "Be brief." }] },
        contents: [{ role: "user", parts: [{ text: "What is the weather in Lisbon?" }] }],
        tools: [{ functionDeclarations: [{ name: "weather" }] }],
      },
    });
  });
});

describe("a responses body is counted", () => {
  const RESPONSE = {
    instructions: "Be brief.",
    input: "What is the weather in Lisbon?",
    max_output_tokens: 100,
    tools: [{ type: "function", name: "weather", parameters: { type: "object", properties: {} } }],
  };

  async function countResponse(model: string, more: object = {}, options: Options = {}) {
    const body = { model, provider: { only: [String(model.split("/")[0])] }, ...RESPONSE, ...more };
    const { status, headers, body: reply } = await gateway.call("POST", "/responses/input_tokens", body, options);
    return { status, reply, isEstimate: headers.get("x-token-count") === "estimated", asked: [...upstream.requests] };
  }

  test("by OpenAI, unchanged", async () => {
    const { status, reply, isEstimate, asked } = await countResponse(GPT);
    expect([status, isEstimate]).toEqual([200, false]);
    expect(reply).toEqual({ object: "response.input_tokens", input_tokens: 10 });
    expect(asked.map(({ path }) => path)).toEqual(["/openai/v1/responses/input_tokens"]);
    const { instructions, input, tools } = RESPONSE;
    expect(asked[0]?.body).toEqual({ model: "gpt-5-mini", instructions, input, tools });
  });

  test("by Anthropic, converted", async () => {
    const { status, isEstimate, asked } = await countResponse(CLAUDE);
    expect([status, isEstimate]).toEqual([200, false]);
    expect(asked.map(({ path }) => path)).toEqual(["/anthropic/v1/messages/count_tokens"]);
    expect(asked[0]?.body).toMatchObject({
      system: [{ text: "Be brief." }],
      messages: [{ role: "user", content: [{ text: RESPONSE.input }] }],
      tools: [{ name: "weather" }],
    });
  });

  test("as an estimate, without asking a provider that cannot count", async () => {
    const { status, reply, isEstimate, asked } = await countResponse("local/echo");
    expect([status, isEstimate, asked]).toEqual([200, true, []]);
    expect(reply).toEqual({ object: "response.input_tokens", input_tokens: expect.any(Number) });
  });

  test("after its guardrails", async () => {
    const key = await keyUnder({ content_filter_builtins: [{ slug: "email", action: "redact" }] });
    const { asked } = await countResponse(GPT, { input: "Write to ana.silva@example.com" }, { key });
    expect(JSON.stringify(asked[0]?.body)).toContain("Write to [EMAIL_1]");
  });

  test("and OpenAI's error about it is returned", async () => {
    upstream.script({ times: 1, fault: { status: 400 } });
    const { status, reply } = await countResponse(GPT);
    expect([status, reply.error.type]).toEqual([400, "invalid_request_error"]);
  });
});

describe("the count is marked as an estimate", () => {
  test("if the provider has no such endpoint", async () => {
    const { status, reply, isEstimate, asked } = await count(CLAUDE, { provider: { only: ["openrouter"] } });
    expect([status, isEstimate, asked]).toEqual([200, true, []]);
    expect(reply.input_tokens).toBeGreaterThan(0);
  });

  test.each([
    ["404", { status: 404 }],
    ["429", { status: 429 }],
    ["401", { status: 401 }],
    ["500", { status: 500 }],
    ["a page", { htmlBody: true }],
    ["a reset", { resetBeforeHeaders: true }],
  ])("if the provider fails: %s", async (_, fault) => {
    for (const model of [CLAUDE, GPT, GEMINI]) {
      upstream.script({ times: 1, fault });
      const { status, reply, isEstimate, asked } = await count(model);
      expect([model, status, isEstimate, asked.length > 0]).toEqual([model, 200, true, true]);
      expect(reply.input_tokens).toBeGreaterThan(0);
    }
  });

  test("if the provider takes longer than a few seconds", async () => {
    upstream.script({ times: 1, fault: { headersDelayMs: 20_000 } });
    const startedMs = performance.now();
    expect(await count(GPT)).toMatchObject({ status: 200, isEstimate: true });
    expect(performance.now() - startedMs).toBeLessThan(8_000);
  });

  test("if the provider rejects the converted request", async () => {
    upstream.script({ times: 1, fault: { status: 400 } });
    expect(await count(GPT)).toMatchObject({ status: 200, isEstimate: true });
  });
});

test("a provider's error about a native body is returned", async () => {
  upstream.script({ times: 1, fault: { status: 400 } });
  const { status, reply } = await count(CLAUDE);
  expect([status, reply.type, reply.error.type]).toEqual([400, "error", "invalid_request_error"]);
});

describe("a provider that the request would not use is not asked", () => {
  test("because of the request's own preferences", async () => {
    const { isEstimate, asked } = await count(GPT, { provider: { ignore: ["openai"], only: ["openai"] } });
    expect([isEstimate, asked]).toEqual([true, []]);
    expect((await count(GPT, { provider: { only: ["openai"], zdr: true } })).asked).toEqual([]);
  });

  test("because of a guardrail's providers and models", async () => {
    for (const guardrail of [{ ignored_providers: ["openai"] }, { allowed_models: [CLAUDE] }, { enforce_zdr: true }]) {
      const { status, isEstimate, asked } = await count(GPT, {}, { key: await keyUnder(guardrail) });
      expect([guardrail, status, isEstimate, asked]).toEqual([guardrail, 200, true, []]);
    }
  });

  test("a guardrail's filters redact the text to count", async () => {
    const key = await keyUnder({ content_filter_builtins: [{ slug: "email", action: "redact" }] });
    const messages = [{ role: "user", content: "Write to ana.silva@example.com" }];
    const { asked } = await count(GEMINI, { messages, provider: { only: ["google"] } }, { key });
    expect(JSON.stringify(asked[0]?.body)).toContain("Write to [EMAIL_1]");
  });

  test.each([CLAUDE, GPT, GEMINI])("%s: a private URL", async (model) => {
    const source = { type: "url", url: "http://169.254.169.254/x.png" };
    const messages = [{ role: "user", content: [{ type: "image", source }] }];
    const { status, reply, asked } = await count(model, { messages });
    expect([status, asked]).toEqual([400, []]);
    expect(reply.error.message).toContain("must be a URL that points to a public address");
  });
});

test("BYOK is used for counting if it would serve the request", async () => {
  const own = "sk-own-first-000000000000";
  const { body } = await gateway.call("POST", "/byok", { provider: "openai", key: own, name: "Ours" });
  made.push(body.data.id);
  const { isEstimate, asked } = await count(GPT);
  expect([isEstimate, asked.map(({ headers }) => headers.authorization)]).toEqual([false, [`Bearer ${own}`]]);
});

test("a request without a model is counted with the workspace's default", async () => {
  const { body } = await gateway.call("GET", "/workspaces");
  const { id } = body.data[0];
  await gateway.call("PATCH", `/workspaces/${id}`, { default_text_model: GPT });
  const { isEstimate, asked } = await count(GPT, { model: undefined, provider: undefined });
  await gateway.call("PATCH", `/workspaces/${id}`, { default_text_model: null });
  expect([isEstimate, asked[0]?.path]).toEqual([false, "/openai/v1/responses/input_tokens"]);
});
