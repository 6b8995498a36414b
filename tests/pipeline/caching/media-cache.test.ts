import { expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { recordOf } from "../calling.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai", "cohere"] });

const cache = { ttl: 600 };
let texts = 0;
/** A text that no test has sent before. */
const fresh = () => `Good morning ${++texts}`;

const embedding = (input: unknown, more = {}) => ({ model: "openai/text-embedding-3-small", input, cache, ...more });
const ranking = (query: string) => ({ model: "cohere/rerank-v3.5", query, documents: ["one", "two"], cache });

async function ask(path: string, body: object, key?: string) {
  const response = await gateway.call("POST", path, body, key ? { key } : {});
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return { ...response, outcome: response.headers.get("x-cache") };
}

test.each([
  ["/embeddings", () => embedding(fresh())],
  ["/rerank", () => ranking(fresh())],
])("%s sends a cached response again at no cost", async (path, requestOf) => {
  const request = requestOf();
  const made = await ask(path, request);
  const again = await ask(path, request);
  expect([made.outcome, again.outcome]).toEqual(["miss", "hit"]);
  expect(upstream.requests).toHaveLength(1);
  expect(upstream.requests[0]?.raw.toString()).not.toContain('"cache"');
  const { id, usage, ...rest } = again.body;
  expect(id).toBe(again.headers.get("x-generation-id"));
  expect(usage).toEqual({ ...made.body.usage, cost: 0 });
  expect(made.body).toMatchObject(rest);
  const [paid, free] = [await recordOf(gateway, made.headers), await recordOf(gateway, again.headers)];
  expect(paid.cost_nano_usd).toBeGreaterThan(0);
  expect(free).toMatchObject({ cost_nano_usd: 0, model: paid.model, provider_name: null, status: 200 });
  expect(free.routing.cache).toEqual({ generation_id: paid.id, saved: paid.cost_nano_usd / 1e9 });
  const { data } = (await gateway.call("GET", "/generations?limit=2")).body;
  expect(data.map(({ from_cache }: { from_cache: boolean }) => from_cache)).toEqual([true, false]);
});

test("only equal requests that ask for it get a cached response", async () => {
  const text = fresh();
  const outcomes = [];
  for (const one of [
    embedding(text),
    embedding(text, { user: "u1", session_id: "s1" }),
    embedding(text, { encoding_format: "base64" }),
    embedding(text, { dimensions: 64 }),
    embedding([text]),
    embedding(text, { cache: { ttl: 0 } }),
    { ...embedding(text), cache: undefined },
  ])
    outcomes.push((await ask("/embeddings", one)).outcome);
  expect(outcomes).toEqual(["miss", "hit", "miss", "miss", "miss", null, null]);
});

test("an alias that stands for another model since gets that model's vectors", async () => {
  const name = `test/embedder-${++texts}`;
  const targets = (model: string) => ({ targets: [{ model }] });
  const alias = await gateway.call("POST", "/model-aliases", {
    name,
    ...targets("openai/text-embedding-3-small"),
  });
  const request = { ...embedding(fresh()), model: name };
  const before = await ask("/embeddings", request);
  await gateway.call("PATCH", `/model-aliases/${alias.body.data.id}`, targets("openai/text-embedding-3-large"));
  const after = await ask("/embeddings", request);
  expect([before.outcome, after.outcome]).toEqual(["miss", "miss"]);
  expect(after.body.model).toBe("openai/text-embedding-3-large");
});

test("texts that a guardrail redacts alike do not share vectors", async () => {
  const content_filter_builtins = [{ slug: "email", action: "redact" }];
  const made = (await gateway.call("POST", "/guardrails", { name: fresh(), content_filter_builtins })).body.data;
  const { key, hash } = await gateway.newKey();
  await gateway.call("POST", `/guardrails/${made.id}/assignments/keys`, { key_hashes: [hash] });
  const outcomes = [];
  for (const address of ["ann@example.com", "bob@example.com", "ann@example.com"])
    outcomes.push((await ask("/embeddings", embedding(`Write to ${address}`), key)).outcome);
  expect(outcomes).toEqual(["miss", "miss", "hit"]);
  expect(upstream.requests[0]?.raw.toString()).toBe(upstream.requests[1]?.raw.toString());
});

test("another workspace gets vectors of its own", async () => {
  const workspace = (await gateway.call("POST", "/workspaces", { name: fresh(), slug: `vectors-${texts}` })).body.data;
  const other = (await gateway.call("POST", "/keys", { name: fresh(), workspace_id: workspace.id })).body.key;
  const request = embedding(fresh());
  expect((await ask("/embeddings", request)).outcome).toBe("miss");
  expect((await ask("/embeddings", request, other)).outcome).toBe("miss");
});

test.each([{ ttl: -1 }, { ttl: 604_801 }, "1h"])("cache: %j is rejected", async (wrong) => {
  for (const [path, body] of [
    ["/embeddings", embedding("x")],
    ["/rerank", ranking("x")],
  ] as const)
    expect((await gateway.call("POST", path, { ...body, cache: wrong })).status).toBe(400);
});
