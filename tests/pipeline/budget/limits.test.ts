import { rmSync } from "node:fs";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { openDatabase } from "#server/data/database.ts";
import { generation } from "#server/data/schema/generations.ts";
import { startGateway } from "#tests/support/servers/gateway.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { post, recordOf, saying, until } from "../calling.ts";

// 0.15 USD for a million tokens of input, 0.60 for output.
const MODEL = "openai/gpt-4o-mini";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai", "google", "anthropic"] });

test("256 concurrent requests cannot exceed a key's limit, and rejected ones never reach the upstream", async () => {
  const CALLS = 256;
  const limitUsd = 0.01;
  const { key, hash } = await gateway.newKey({ limit: limitUsd });
  upstream.script({ fault: { headersDelayMs: 300 }, usage: { inputTokens: 10, outputTokens: 1000 } });
  const body = saying("chat", MODEL, "Hello", { max_tokens: 1000 });
  const responses = await Promise.all(Array.from({ length: CALLS }, () => post(gateway, "chat", body, { key })));
  const served = responses.filter(({ status }) => status === 200);
  const refused = responses.filter(({ status }) => status === 402);
  expect(served.length + refused.length).toBe(CALLS);
  expect(served.length).toBeGreaterThan(0);
  expect(refused.length).toBeGreaterThan(0);
  expect(upstream.requests).toHaveLength(served.length);
  const records = await Promise.all(served.map(({ headers }) => recordOf(gateway, headers)));
  const spent = records.reduce((sum, { cost_nano_usd: cost }) => sum + cost, 0);
  expect(spent).toBeLessThanOrEqual(limitUsd * 1e9);
  const { body: shown } = await gateway.call("GET", `/keys/${hash}`);
  expect(shown.data.usage).toBeCloseTo(spent / 1e9, 9);
});

test("a rejection names the limit and its reset", async () => {
  const { key } = await gateway.newKey({ limit: 0.0000001, limit_reset: "daily" });
  const { status, text } = await post(gateway, "chat", saying("chat", MODEL, "Hello", { max_tokens: 1000 }), { key });
  expect(status).toBe(402);
  expect(JSON.parse(text).error.message).toMatch(/limit/);
  expect(JSON.parse(text).error.message).toMatch(/reset/);
  expect(upstream.requests).toHaveLength(0);
});

test("unused budget of a cheap, failed or canceled request is released", async () => {
  const { key } = await gateway.newKey({ limit: 0.001 });
  const body = saying("chat", MODEL, "Hello", { max_tokens: 1500 });
  upstream.script({ times: 1, fault: { status: 400 } });
  expect((await post(gateway, "chat", body, { key })).status).toBe(400);
  for (let call = 0; call < 5; call++) expect((await post(gateway, "chat", body, { key })).status).toBe(200);
});

test("the reservation includes an advisor that costs more than the request itself", async () => {
  // Haiku 4.5 5 USD for a million tokens of output, Opus 4.7 25: 1,000 and twice 1,000 of them.
  const { key } = await gateway.newKey({ limit: 0.04 });
  const ask = (model: string) => {
    const advisor = { type: "advisor_20260301", name: "advisor", model, max_uses: 2, max_tokens: 1000 };
    const more = { max_tokens: 1000, tools: [advisor] };
    return post(gateway, "messages", saying("messages", "anthropic/claude-haiku-4.5", "Hello", more), { key });
  };
  expect((await ask("claude-opus-4-7")).status).toBe(402);
  expect(upstream.requests).toHaveLength(0);
  expect((await ask("claude-haiku-4-5")).status).toBe(200);
});

test("if sources disagree on a price, the highest is reserved and the newest charged", async () => {
  const model = "openai/gpt-5.6-sol";
  // 20 USD for a million tokens of output by the newest source, 30 by another.
  const { key } = await gateway.newKey({ limit: 0.05 });
  const ask = (max_tokens: number) => post(gateway, "chat", saying("chat", model, "Hello", { max_tokens }), { key });
  expect((await ask(2000)).status).toBe(402);
  upstream.script({ usage: { inputTokens: 10, outputTokens: 500 } });
  const { status, headers } = await ask(600);
  expect(status).toBe(200);
  expect((await recordOf(gateway, headers)).cost_nano_usd).toBe(10 * 4_000 + 500 * 20_000);
});

test("a request that ends during shutdown is in the ledger, and its stream is complete", async () => {
  const ending = await startGateway({ upstream, providers: ["openai"] });
  upstream.script({ fault: { eventDelayMs: 50, replyWords: 20 } });
  const answer = post(ending, "chat", saying("chat", MODEL, "Hello", { stream: true }));
  await until(() => upstream.requests[0], "a request upstream");
  await new Promise((done) => setTimeout(done, 300));
  const code = ending.stop({ keepFolder: true });
  const { text, headers } = await answer;
  expect(text).toContain("word19");
  expect(text).toContain("[DONE]");
  expect(await code).toBe(0);
  const database = await openDatabase({ folder: ending.folder });
  const id = headers.get("x-generation-id") as string;
  const [row] = await database.queries.select().from(generation).where(eq(generation.id, id));
  await database.close();
  rmSync(ending.folder, { recursive: true, force: true });
  expect(row).toMatchObject({ status: 200, cancelled: false, error: null, usageEstimated: false });
});
