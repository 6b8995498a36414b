import { expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { saying } from "../pipeline/calling.ts";

// A custom provider counts toward limits and statistics like a listed one.

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai"], env: { ALLOWED_PRIVATE_HOSTS: "127.0.0.1" } });
const SLUG = "acme-limits";
const MODEL = `${SLUG}/llama-4-70b`;

const ask = (key: string) =>
  gateway.call("POST", "/chat/completions", { ...saying("chat", MODEL, "Hello"), max_tokens: 10 }, { key });

test("its prices use up a key's limit, its requests a rate limit, and both appear in the statistics", async () => {
  const { status, body } = await gateway.call("POST", "/providers/custom", {
    name: "Acme",
    slug: SLUG,
    base_url: `${upstream.url}/${SLUG}/v1`,
    api_key: "key-of-acme-9f8e7d6c5b4a",
    models: [{ id: "llama-4-70b", context_length: 8192, prices: { input_tokens: "1000", output_tokens: "2000" } }],
  });
  expect([status, body.error]).toEqual([201, undefined]);

  // Two tokens in and four out cost 0.01 USD. More is reserved, so the last cent is never spent.
  const { key, hash } = await gateway.newKey({ limit: 0.1 });
  let served = 0;
  for (let answer = await ask(key); answer.status !== 402; answer = await ask(key)) {
    expect([answer.status, served]).toEqual([200, served]);
    served += 1;
  }
  expect(served).toBeGreaterThan(1);
  const { usage, limit_remaining: rest } = (await gateway.call("GET", `/keys/${hash}`)).body.data;
  expect([usage, rest]).toEqual([served / 100, 0.1 - served / 100].map((amount) => expect.closeTo(amount, 9)));

  const limited = await gateway.newKey();
  const rule = { name: "Once", subject: "key", key_hash: limited.hash, model: MODEL, requests_per_minute: 1 };
  expect((await gateway.call("POST", "/rate-limits", rule)).status).toBe(201);
  expect([(await ask(limited.key)).status, (await ask(limited.key)).status]).toEqual([200, 429]);

  const query = {
    metrics: ["requests", "cost"],
    dimensions: ["provider", "model"],
    filters: [{ field: "api_key_hash", operator: "in", value: [hash, limited.hash] }],
  };
  const { data } = (await gateway.call("POST", "/analytics/query", query)).body;
  const requests = served + 1;
  const row = { provider: SLUG, model: MODEL, requests, cost: expect.closeTo(requests / 100, 9) };
  expect(data.data).toEqual([row]);
});
