import { expect, test } from "vitest";
import { requestDetail } from "#server/operations/generations/request-detail.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai", "anthropic"] });

const SECRET = "the-prompt-nobody-may-read";

async function requestOf(path: string, body: object, headers: Record<string, string> = {}) {
  const made = await gateway.call("POST", path, body, { headers });
  const id = made.headers.get("x-generation-id") ?? made.body.error?.metadata?.generation_id;
  return (await gateway.call("GET", `/generation?id=${id}`)).body.data;
}

test("settings and headers are recorded as received and as sent in the same dialect; texts by their size", async () => {
  const body = {
    model: "anthropic/claude-sonnet-4.5",
    system: SECRET,
    messages: [{ role: "user", content: SECRET }],
    tools: [{ name: SECRET, input_schema: { type: "object" } }],
    tool_choice: { type: "tool", name: SECRET },
    metadata: { user_id: SECRET },
    temperature: 0.25,
    provider: { order: ["anthropic"], allow_fallbacks: false },
    session_id: "one",
  };
  const headers = { "anthropic-beta": "some-beta-2026", "x-api-key-copy": SECRET, cookie: `a=${SECRET}` };
  const { request } = await requestOf("/messages", body, headers);
  expect(request.parameters).toEqual({
    system: { characters: SECRET.length },
    messages: { items: 1 },
    tools: { items: 1 },
    tool_choice: { type: "tool" },
    temperature: 0.25,
    provider: { order: ["anthropic"], allow_fallbacks: false },
  });
  expect(request.headers).toMatchObject({ "content-type": "application/json", "anthropic-beta": "some-beta-2026" });
  const { provider: _, ...kept } = request.parameters;
  expect(request.forwarded).toEqual({
    parameters: { ...kept, max_tokens: 32_000 },
    converted: false,
    changed: ["max_tokens"],
    removed: ["provider"],
    headers: ["anthropic-beta"],
  });
  expect(upstream.requests.at(-1)?.body).toMatchObject({ max_tokens: 32_000, temperature: 0.25 });
  expect(JSON.stringify(request)).not.toContain(SECRET);
});

test("of a converted request, the settings that the provider's adapter received are recorded", async () => {
  const body = {
    model: "anthropic/claude-sonnet-4.5",
    messages: [{ role: "user", content: SECRET }],
    max_completion_tokens: 50,
    temperature: 0.5,
    logit_bias: { 50256: -100 },
    stop: ["END"],
  };
  const data = await requestOf("/chat/completions", body);
  expect(data.request.parameters).toMatchObject({ max_completion_tokens: 50, logit_bias: { items: 1 } });
  expect(data.request.forwarded).toMatchObject({
    converted: true,
    parameters: { max_output_tokens: 50, temperature: 0.5, stop: { items: 1 }, messages: { items: 1 } },
  });
  expect(data.request.forwarded.parameters).not.toHaveProperty("logit_bias");
  expect(JSON.stringify(data.request)).not.toContain(SECRET);
});

test("a rejected request and one to the provider's own dialect are recorded; a short text is no setting", async () => {
  const rejected = await gateway.call("POST", "/responses", { model: "openai/no-such", input: "x", temperature: 1 });
  expect(rejected.status).toBe(404);
  const { data } = (await gateway.call("GET", "/generations?limit=1")).body;
  const found = (await gateway.call("GET", `/generation?id=${data[0].id}`)).body.data;
  expect(found.request).toMatchObject({ parameters: { input: { characters: 1 }, temperature: 1 }, forwarded: null });

  const { request } = await requestOf("/images", { model: "local/echo-image", prompt: "password1", size: "64x64" });
  expect(request.parameters).toMatchObject({ prompt: { characters: 9 } });
});

test("a provider's error is kept without what it repeats of the prompt, the tools and the key", async () => {
  const message = "Invalid value for 'temperature'";
  const error = { message, type: "invalid_request_error", param: "messages[0].content", code: "invalid_value" };
  const details = [{ input: SECRET, ctx: { limit: 4096, text: [SECRET, 424_242] } }];
  upstream.script({ reply: { status: 400, body: JSON.stringify({ error, failed_generation: SECRET, details }) } });
  const body = { model: "openai/gpt-4o-mini", input: SECRET };
  const data = await requestOf("/responses", body);
  const [attempt] = data.provider_responses;
  expect(JSON.parse(attempt.raw_error)).toEqual({
    error,
    failed_generation: `[${SECRET.length} characters]`,
    details: [
      {
        input: `[${SECRET.length} characters]`,
        ctx: { limit: "[number]", text: [`[${SECRET.length} characters]`, "[number]"] },
      },
    ],
  });
  expect(JSON.stringify(data)).not.toContain(SECRET);
});

test("a row from before this record has none", () => {
  expect(requestDetail({ request: null })).toBeNull();
});
