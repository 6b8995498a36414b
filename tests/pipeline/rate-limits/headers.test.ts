import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import OpenAI from "openai";
import { beforeEach, describe, expect, test } from "vitest";
import { duration } from "#server/pipeline/rate-limits/rate-headers.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai", "anthropic", "google"] });
const GPT = "openai/gpt-4o-mini";
const CLAUDE = "anthropic/claude-sonnet-4.5";
const messages = [{ role: "user" as const, content: "Hello" }];

let key: string;
let hash: string;

beforeEach(async () => {
  ({ key, hash } = await gateway.newKey());
});

async function limit(fields: object): Promise<void> {
  const body = { name: crypto.randomUUID(), subject: "key", key_hash: hash, ...fields };
  expect((await gateway.call("POST", "/rate-limits", body)).status).toBe(201);
}

const openai = (maxRetries = 0) => new OpenAI({ apiKey: key, baseURL: `${gateway.url}/api/v1`, maxRetries });
const anthropic = (maxRetries = 0) => new Anthropic({ apiKey: key, baseURL: `${gateway.url}/api`, maxRetries });
const EVERYTHING = {
  requests_per_minute: 10,
  requests_per_day: 1_000,
  input_tokens_per_minute: 50_000,
  output_tokens_per_minute: 20_000,
};

describe.each([false, true])("streamed: %s", (stream) => {
  test("OpenAI's client reads the tightest limits in OpenAI's headers", async () => {
    await limit(EVERYTHING);
    const { response } = await openai()
      .chat.completions.create({ model: GPT, messages, max_tokens: 500, stream })
      .withResponse();
    expect(namedLike(response.headers, "ratelimit")).toEqual({
      "x-ratelimit-limit-requests": "10",
      "x-ratelimit-remaining-requests": "9",
      "x-ratelimit-reset-requests": expect.stringMatching(/^1m\ds$|^60s$/),
      "x-ratelimit-limit-tokens": "20000",
      "x-ratelimit-remaining-tokens": "19500",
      "x-ratelimit-reset-tokens": expect.stringMatching(/^1m\ds$/),
    });
  });

  test("Anthropic's client reads each limit in Anthropic's headers", async () => {
    await limit(EVERYTHING);
    const { response } = await anthropic()
      .messages.create({ model: CLAUDE, messages, max_tokens: 500, stream })
      .withResponse();
    const reset = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(namedLike(response.headers, "ratelimit")).toEqual({
      "anthropic-ratelimit-requests-limit": "10",
      "anthropic-ratelimit-requests-remaining": "9",
      "anthropic-ratelimit-requests-reset": reset,
      "anthropic-ratelimit-tokens-limit": "20000",
      "anthropic-ratelimit-tokens-remaining": "19500",
      "anthropic-ratelimit-tokens-reset": reset,
      "anthropic-ratelimit-input-tokens-limit": "50000",
      "anthropic-ratelimit-input-tokens-remaining": expect.stringMatching(/^49\d{3}$/),
      "anthropic-ratelimit-input-tokens-reset": reset,
      "anthropic-ratelimit-output-tokens-limit": "20000",
      "anthropic-ratelimit-output-tokens-remaining": "19500",
      "anthropic-ratelimit-output-tokens-reset": reset,
    });
  });
});

test("what remains falls with each request, also where the upstream fails", async () => {
  await limit({ requests_per_minute: 5 });
  const remaining = [];
  for (const text of ["Hello", "fault-500", "fault-400", "Hello"]) {
    const body = { model: GPT, messages: [{ role: "user", content: text }] };
    const { headers } = await gateway.call("POST", "/chat/completions", body, { key });
    remaining.push(headers.get("x-ratelimit-remaining-requests"));
  }
  expect(remaining).toEqual(["4", "3", "2", "1"]);
});

test("without rules, no headers are sent, and those of the upstream are not passed on", async () => {
  const { response } = await openai().chat.completions.create({ model: GPT, messages }).withResponse();
  expect(namedLike(response.headers, "ratelimit")).toEqual({});
});

test.each([
  ["openai", () => openai(2).chat.completions.create({ model: GPT, messages })],
  ["openai responses", () => openai(2).responses.create({ model: GPT, input: "Hello" })],
  ["@anthropic-ai/sdk", () => anthropic(2).messages.create({ model: CLAUDE, messages, max_tokens: 100 })],
])("the client %s waits as long as it is told and then gets its response", async (_name, create) => {
  await limit({ concurrent_requests: 1 });
  const running = gateway.call(
    "POST",
    "/chat/completions",
    { model: GPT, messages: [{ role: "user", content: "fault-slow-headers-800" }] },
    { key },
  );
  await expect.poll(() => upstream.requests.length).toBe(1);
  const startedMs = performance.now();
  await create();
  expect(performance.now() - startedMs).toBeGreaterThan(900);
  expect((await running).status).toBe(200);
});

test("clients read a rejection as their own rate-limit error", async () => {
  await limit({ requests_per_minute: 1 });
  await openai().chat.completions.create({ model: GPT, messages });
  const rejected = openai().chat.completions.create({ model: GPT, messages });
  await expect(rejected).rejects.toThrow(OpenAI.RateLimitError);
  await expect(anthropic().messages.create({ model: CLAUDE, messages, max_tokens: 9 })).rejects.toThrow(
    Anthropic.RateLimitError,
  );
});

test("Google's client reads the quota and the delay in the error's details", async () => {
  await limit({ requests_per_minute: 1 });
  const client = new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: gateway.url } });
  const ask = () => client.models.generateContent({ model: "google/gemini-2.5-flash", contents: "Hello" });
  await ask();
  const rejected = await ask().catch((error: { status: number; message: string }) => error);
  if (!("status" in rejected)) throw new Error("the request was not rejected");
  const { error } = JSON.parse(rejected.message);
  expect([rejected.status, error.status]).toEqual([429, "RESOURCE_EXHAUSTED"]);
  expect(error.details).toEqual([
    {
      "@type": "type.googleapis.com/google.rpc.QuotaFailure",
      violations: [expect.objectContaining({ quotaId: "RequestsPerMinute", quotaValue: "1" })],
    },
    { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: expect.stringMatching(/^\d+s$/) },
  ]);
});

test.each([
  [0, "0ms"],
  [12.2, "13ms"],
  [1_000, "1s"],
  [59_001, "1m0s"],
  [60_000, "1m0s"],
  [86_399_999, "24h0m0s"],
])("%d ms are %s in OpenAI's form", (ms, text) => {
  expect(duration(ms)).toBe(text);
});

function namedLike(headers: Headers, word: string): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => name.includes(word)));
}
