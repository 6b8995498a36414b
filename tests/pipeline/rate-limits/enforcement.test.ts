import { afterEach, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { saying, streamOf } from "../calling.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai", "anthropic"] });
const GPT = "openai/gpt-4o-mini";
const CLAUDE = "anthropic/claude-sonnet-4.5";

const made: string[] = [];

async function rule(fields: object): Promise<string> {
  const body = { name: `Rule ${crypto.randomUUID()}`, subject: "key", ...fields };
  const response = await gateway.call("POST", "/rate-limits", body);
  expect([response.status, response.body.error]).toEqual([201, undefined]);
  made.push(response.body.data.id);
  return response.body.data.id;
}

async function useOf(id: string): Promise<Record<string, number>> {
  const { body } = await gateway.call("GET", `/rate-limits/${id}/use`);
  const uses = body.data[0]?.uses ?? [];
  return Object.fromEntries(uses.map(({ field, used }: { field: string; used: number }) => [field, used]));
}

afterEach(async () => {
  for (const id of made.splice(0)) await gateway.call("DELETE", `/rate-limits/${id}`);
});

const ask = (key: string, text = "Hello", fields: object = {}, model = GPT) =>
  gateway.call("POST", "/chat/completions", saying("chat", model, text, { ...fields }), { key });

test("256 concurrent requests never exceed a limit, and as many as it allows are served", async () => {
  await rule({ requests_per_minute: 100 });
  const { key } = await gateway.newKey();
  const responses = await Promise.all(Array.from({ length: 256 }, () => ask(key)));
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(100);
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(156);
  expect(upstream.requests).toHaveLength(100);
});

test("each key has its own count, and a rule for one key replaces that of each key", async () => {
  await rule({ requests_per_minute: 1 });
  const [first, second, third] = [await gateway.newKey(), await gateway.newKey(), await gateway.newKey()];
  await rule({ key_hash: third.hash, requests_per_minute: 3 });
  const served = async (key: string) => {
    const statuses = [];
    for (let request = 0; request < 4; request++) statuses.push((await ask(key)).status);
    return statuses.filter((status) => status === 200).length;
  };
  expect([await served(first.key), await served(second.key), await served(third.key)]).toEqual([1, 1, 3]);
});

test("a rejected request names the rule and the time, is recorded, and counts for no other rule", async () => {
  const wide = await rule({ requests_per_day: 1_000 });
  const narrow = await rule({ requests_per_minute: 1 });
  const { key } = await gateway.newKey();
  await ask(key);
  const { status, headers, body } = await ask(key);
  expect(status).toBe(429);
  expect(body.error).toMatchObject({
    type: "rate_limit_error",
    message: expect.stringMatching(
      /^Rate limit exceeded: "Rule .+" allows 1 request per minute\. Try again in \d+ s\.$/,
    ),
    metadata: { rate_limit_id: narrow, field: "requests_per_minute", limit: 1 },
  });
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(55);
  expect(await useOf(wide)).toEqual({ requests_per_day: 1 });
  const generation = await gateway.call("GET", `/generation?id=${headers.get("x-generation-id")}`);
  expect(generation.body.data).toMatchObject({ rejection: { reason: "rate_limit" } });
});

test("the tokens of a call count as reserved while it runs, and as used afterwards", async () => {
  const id = await rule({ input_tokens_per_minute: 100_000, output_tokens_per_minute: 100_000 });
  const { key } = await gateway.newKey();
  const running = ask(key, "fault-slow-headers-700 Hello", { max_tokens: 5_000 });
  await expect.poll(() => useOf(id)).toMatchObject({ output_tokens_per_minute: 5_000 });
  const { usage } = (await running).body;
  expect(await useOf(id)).toEqual({
    input_tokens_per_minute: usage.prompt_tokens,
    output_tokens_per_minute: usage.completion_tokens,
  });
});

test("a request that fails upstream uses no tokens but counts as a request", async () => {
  const id = await rule({ requests_per_minute: 10, output_tokens_per_minute: 100_000 });
  const { key } = await gateway.newKey();
  expect((await ask(key, "fault-400")).status).toBe(400);
  expect(await useOf(id)).toEqual({ requests_per_minute: 1, output_tokens_per_minute: 0 });
});

test("concurrent calls cannot reserve more tokens than a limit allows", async () => {
  await rule({ output_tokens_per_minute: 1_000 });
  const { key } = await gateway.newKey();
  const call = () => ask(key, "fault-slow-headers-300", { max_tokens: 400 });
  const statuses = (await Promise.all(Array.from({ length: 32 }, call))).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(2);
});

test("a request that may write more than the limit starts when nothing else counts", async () => {
  await rule({ output_tokens_per_minute: 1_000 });
  const { key } = await gateway.newKey();
  const large = ask(key, "fault-slow-headers-500", { max_tokens: 32_000 });
  await expect.poll(() => upstream.requests.length).toBe(1);
  expect((await ask(key, "Hello", { max_tokens: 10 })).status).toBe(429);
  expect((await large).status).toBe(200);
  expect((await ask(key, "Hello", { max_tokens: 10 })).status).toBe(200);
});

test("a request with more input than a limit allows is rejected for good", async () => {
  await rule({ input_tokens_per_minute: 100 });
  const { key } = await gateway.newKey();
  const { status, headers, body } = await ask(key, "many words ".repeat(200));
  expect([status, headers.get("x-should-retry")]).toEqual([429, "false"]);
  expect(body.error.message).toMatch(/^Request too large: it may have \d+ input tokens, but Rule .+ allows 100/);
});

test("a limit of requests in progress is free again after errors, disconnects and ends of streams", async () => {
  const id = await rule({ concurrent_requests: 1 });
  const { key } = await gateway.newKey();
  const stop = new AbortController();
  const left = fetch(`${gateway.url}/api/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(saying("chat", GPT, "fault-slow-chunks-200 fault-words-100", { stream: true })),
    signal: stop.signal,
  });
  expect((await left).status).toBe(200);
  expect((await ask(key)).status).toBe(429);
  stop.abort();
  await expect.poll(() => useOf(id)).toMatchObject({});
  await expect.poll(async () => (await ask(key)).status).toBe(200);
  expect((await ask(key, "fault-500")).status).toBe(502);
  expect((await ask(key, "fault-400")).status).toBe(400);
  expect((await streamOf(gateway, "chat", saying("chat", GPT, "Hello"), { key })).text).toContain("[DONE]");
  expect((await streamOf(gateway, "chat", saying("chat", GPT, "fault-cut-3"), { key })).status).toBe(200);
  expect((await ask(key)).status).toBe(200);
});

test("a limit of one model leaves others alone, and a fallback is used while it rejects", async () => {
  await rule({ model: GPT, requests_per_minute: 1 });
  const { key } = await gateway.newKey();
  expect((await ask(key)).status).toBe(200);
  expect((await ask(key)).status).toBe(429);
  expect((await ask(key, "Hello", { max_tokens: 100 }, CLAUDE)).status).toBe(200);
  const { status, body } = await ask(key, "Hello", { models: [GPT, CLAUDE], max_tokens: 100 });
  expect([status, body.model]).toEqual([200, expect.stringContaining("claude")]);
});

test("every request of a workspace counts for its rule, of every endpoint and key", async () => {
  const id = await rule({ subject: "workspace", requests_per_minute: 3 });
  const [one, other] = [await gateway.newKey(), await gateway.newKey()];
  await ask(one.key);
  await gateway.call("POST", "/embeddings", { model: "local/word-hash", input: "Hi" }, { key: other.key });
  expect((await gateway.call("POST", "/responses", { model: "local/echo", input: "Hi" })).status).toBe(200);
  expect((await ask(other.key)).status).toBe(429);
  expect(await useOf(id)).toEqual({ requests_per_minute: 3 });
});

test("a request that no budget covers gives back what it took", async () => {
  const id = await rule({ subject: "workspace", requests_per_minute: 10 });
  const { key } = await gateway.newKey({ limit: 0 });
  expect((await ask(key)).status).toBe(402);
  expect(await useOf(id)).toEqual({ requests_per_minute: 0 });
});
