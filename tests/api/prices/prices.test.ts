import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readSnapshot } from "#server/catalogue/load.ts";
import type { Price } from "#server/catalogue/model.ts";
import { withoutRetired } from "#server/catalogue/retirements/without-retired.ts";
import { searchPrices } from "#server/catalogue/search-prices.ts";
import { newDataFolder } from "#tests/support/data-folder.ts";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { startUpstream, type Upstream } from "#tests/support/upstream/upstream.ts";

const MODEL = "openai/gpt-4o-mini";
const ENDPOINT = `${MODEL}@openai`;
// 600 x 0.15 + 400 x 0.075 + 200 x 0.60 USD a million
const USAGE = { inputTokens: 1000, cacheReadTokens: 400, outputTokens: 200 };
const LISTED_NANO_USD = 240_000;
const NOBODY = "00000000-0000-4000-8000-000000000000";

const snapshot = readSnapshot();
const own = snapshot.prices.filter(({ modelEndpoint }) => modelEndpoint === ENDPOINT);

let upstream: Upstream;
let gateway: TestGateway;
let sourceFile: string;

beforeAll(async () => {
  upstream = await startUpstream();
  sourceFile = join(await newDataFolder(), "prices.json");
  gateway = await openPooledGateway({ upstream, providers: ["openai"], env: { PRICES_FROM: sourceFile } });
});

afterAll(async () => {
  await gateway?.stop();
  await upstream?.close();
});

const post = (path: string, body: unknown) => gateway.call("POST", path, body);

async function override(body: object): Promise<{ id: string }> {
  const response = await post("/prices", body);
  expect(response).toMatchObject({ status: 201 });
  return response.body.data;
}

const end = (id: string) => gateway.call("DELETE", `/prices/${id}`);

async function callModel(body: object = {}) {
  upstream.script({ usage: USAGE, times: 1 });
  const { status, headers } = await post("/responses", { model: MODEL, input: "hi", ...body });
  expect(status).toBe(200);
  return headers.get("x-generation-id") as string;
}

const generation = async (id: string) => (await gateway.call("GET", `/generation?id=${id}`)).body.data;
const costOfCall = async () => (await generation(await callModel())).cost_nano_usd;

/** The snapshot's document for the one endpoint, with its prices changed. */
function documentOf(change: (price: Price) => Partial<Price>, more: object = {}) {
  const [model] = snapshot.models.filter(({ id }) => id === MODEL);
  const [endpoint] = snapshot.endpoints.filter(({ id }) => id === ENDPOINT);
  const prices = own.map((price) => ({ ...price, ...change(price) }));
  return { revision: "test-1", models: [model], endpoints: [endpoint], prices, ...more };
}

const double = ({ nanoUsdPerMillion }: Price) => ({ nanoUsdPerMillion: nanoUsdPerMillion * 2 });

describe("the list of prices", () => {
  // Retired models are not listed, except at OpenAI, which is at another address here.
  const today = new Date().toISOString().slice(0, 10);
  const current = withoutRetired(snapshot, (provider) => provider === "openai", today);
  const served = new Set(current.endpoints.map(({ id }) => id));
  const listed = snapshot.prices.filter(({ modelEndpoint }) => served.has(modelEndpoint));

  test("contains every shipped row with its source, and can be filtered", async () => {
    const all = (await gateway.call("GET", "/prices?limit=1")).body;
    expect(all.total_count).toBe(listed.length + searchPrices().prices.length);
    const { body } = await gateway.call("GET", "/prices?model=gpt-4o-mini&provider=openai&active=true");
    expect(body.data.map(({ id }: { id: string }) => id).sort()).toEqual(own.map(({ id }) => id).sort());
    expect(body.data[0]).toMatchObject({ origin: "shipped", model: MODEL, as_of: own[0]?.asOf, active: true });
    const disputed = (await gateway.call("GET", "/prices?disputed=true&limit=1000")).body;
    expect(disputed.total_count).toBe(listed.filter((row) => row.disputed).length);
    expect(disputed.data.every((row: { dissent: unknown[] }) => row.dissent.length > 0)).toBe(true);
  });

  test.each(["active=perhaps", "limit=0", "origin=nowhere", "offset=-1"])("is rejected for %s", async (query) => {
    expect((await gateway.call("GET", `/prices?${query}`)).status).toBe(400);
  });
});

const TARGET = { model_endpoint: ENDPOINT };

describe("an override", () => {
  test.each<[string, object]>([
    ["without a target", { unit: "input_tokens", nano_usd_per_million: 1 }],
    ["without a price", TARGET],
    ["with a discount of zero", { ...TARGET, discount_basis_points: 0 }],
    ["with a discount of more than 100%", { ...TARGET, discount_basis_points: 10_001 }],
    [
      "with a price and a discount",
      { ...TARGET, unit: "input_tokens", nano_usd_per_million: 1, discount_basis_points: 1 },
    ],
    ["with a price but no unit", { ...TARGET, nano_usd_per_million: 1 }],
    ["with a negative price", { ...TARGET, unit: "input_tokens", nano_usd_per_million: -1 }],
    ["with a price that is not an integer", { ...TARGET, unit: "input_tokens", nano_usd_per_million: 0.5 }],
    ["for an unknown unit", { ...TARGET, unit: "words", nano_usd_per_million: 1 }],
    ["for an unknown model endpoint", { model_endpoint: "a/b@c", discount_basis_points: 1 }],
    ["for an unknown provider", { provider: "nobody", discount_basis_points: 1 }],
    ["for another provider's endpoint", { ...TARGET, provider: "anthropic", discount_basis_points: 1 }],
    ["for an unknown credential", { credential_id: NOBODY, discount_basis_points: 1 }],
    ["from a past time", { ...TARGET, discount_basis_points: 1, valid_from: "2020-01-01T00:00:00Z" }],
    ["that ends before it starts", { ...TARGET, discount_basis_points: 1, valid_to: "2020-01-01T00:00:00Z" }],
    [
      "with hours and a discount",
      { ...TARGET, discount_basis_points: 1, hours_utc: { start_minute: 0, end_minute: 60 } },
    ],
    ["with an unknown field", { ...TARGET, discount_basis_points: 1, mood: "good" }],
  ])("%s is rejected", async (_, body) => {
    expect((await post("/prices", body)).status).toBe(400);
  });

  test("takes effect with the next call, until it is ended", async () => {
    expect(await costOfCall()).toBe(LISTED_NANO_USD);
    const { id } = await override({ ...TARGET, unit: "output_tokens", nano_usd_per_million: 1_000_000_000 });
    expect(await costOfCall()).toBe(LISTED_NANO_USD - 120_000 + 200_000);
    expect((await end(id)).body.data).toMatchObject({ id, active: false, valid_to: expect.any(String) });
    expect(await costOfCall()).toBe(LISTED_NANO_USD);
    expect((await end(id)).status).toBe(404);
  });

  test("can be an exact discount, and the most specific one applies", async () => {
    const provider = await override({ provider: "openai", discount_basis_points: 1000 });
    expect(await costOfCall()).toBe(216_000);
    const endpoint = await override({ ...TARGET, discount_basis_points: 3333 });
    expect(await costOfCall()).toBe(160_008);
    const price = await override({ ...TARGET, unit: "output_tokens", nano_usd_per_million: 0 });
    expect(await costOfCall()).toBe(80_004);
    for (const { id } of [provider, endpoint, price]) await end(id);
    expect(await costOfCall()).toBe(LISTED_NANO_USD);
  });

  test("ends the current override of the same item", async () => {
    const first = await override({ ...TARGET, discount_basis_points: 100, note: "first" });
    const second = await override({ ...TARGET, discount_basis_points: 200 });
    const { data } = (await gateway.call("GET", "/prices?origin=override&active=true")).body;
    expect(data).toMatchObject([{ id: second.id, discount_basis_points: 200 }]);
    const all = (await gateway.call("GET", "/prices?origin=override&active=false&limit=1000")).body.data;
    expect(all.find(({ id }: { id: string }) => id === first.id)).toMatchObject({ note: "first", active: false });
    await end(second.id);
    expect(await costOfCall()).toBe(LISTED_NANO_USD);
  });

  test("does not apply before its start", async () => {
    const { id } = await override({ ...TARGET, discount_basis_points: 9999, valid_from: "2999-01-01T00:00:00Z" });
    expect(await costOfCall()).toBe(LISTED_NANO_USD);
    await end(id);
  });

  test("appears in the prices of listed models", async () => {
    const { id } = await override({ ...TARGET, discount_basis_points: 5000 });
    const listed = async () => {
      const { endpoints } = (await gateway.call("GET", `/models/${MODEL}/endpoints`)).body.data;
      return endpoints.find(({ tag }: { tag: string }) => tag === "openai").pricing.prompt;
    };
    expect(await listed()).toBe("0.000000075");
    await end(id);
    expect(await listed()).toBe("0.00000015");
  });
});

describe("a refresh", () => {
  test("is planned without a change, applied as shown, and rolled back exactly", async () => {
    const document = documentOf(double);
    const plan = (await post("/prices/plan", { document })).body.data;
    expect(plan).toMatchObject({ format: "switchboard", models_added: [], unchanged: 0 });
    expect(plan.changes).toHaveLength(own.length);
    expect(plan.changes.every(({ percent }: { percent: number }) => percent === 100)).toBe(true);
    expect(await costOfCall()).toBe(LISTED_NANO_USD);

    const applied = await post("/prices/apply", { document, plan_id: plan.plan_id });
    expect(applied).toMatchObject({ status: 201, body: { data: { prices: own.length, models: 0 } } });
    const charged = await callModel();
    expect(await generation(charged)).toMatchObject({ cost_nano_usd: 2 * LISTED_NANO_USD });
    expect((await post("/prices/plan", { document })).body.data).toMatchObject({ changes: [], unchanged: own.length });

    const { batch_id } = applied.body.data;
    expect((await post("/prices/rollback", { batch_id })).body.data).toEqual({ batch_id, prices: own.length });
    expect(await costOfCall()).toBe(LISTED_NANO_USD);
    expect((await post("/prices/rollback", { batch_id })).status).toBe(404);
    expect((await post("/prices/plan", { document })).body.data.plan_id).toBe(plan.plan_id);
    const [last] = (await gateway.call("GET", "/prices/refreshes")).body.data;
    expect(last).toMatchObject({ batch_id, prices: own.length, ended_at: expect.any(String) });
    // Charges at the earlier price remain proven.
    expect((await generation(charged)).cost_proof).toMatchObject({ holds: true, nano_usd: 2 * LISTED_NANO_USD });
  });

  test("adds models that can be called until it is rolled back", async () => {
    const { models, endpoints, prices } = documentOf(() => ({}));
    const id = "openai/gpt-next";
    const document = {
      revision: "test-2",
      models: [{ ...models[0], id, canonicalSlug: id, aliases: [] }],
      endpoints: [{ ...endpoints[0], id: `${id}@openai`, model: id, upstreamModel: "gpt-next" }],
      prices: prices.map((price) => ({ ...price, modelEndpoint: `${id}@openai` })),
    };
    const plan = (await post("/prices/plan", { document })).body.data;
    expect(plan.models_added).toEqual([{ model: id, model_endpoint: `${id}@openai`, prices: own.length }]);
    expect((await post("/responses", { model: id, input: "hi" })).status).toBe(404);
    const { batch_id } = (await post("/prices/apply", { document, plan_id: plan.plan_id })).body.data;
    expect((await generation(await callModel({ model: id }))).cost_nano_usd).toBe(LISTED_NANO_USD);
    await post("/prices/rollback", { batch_id });
    expect((await post("/responses", { model: id, input: "hi" })).status).toBe(404);
  });

  test("is not applied if the source has changed since the plan", async () => {
    const { plan_id } = (await post("/prices/plan", { document: documentOf(double) })).body.data;
    const other = documentOf(() => ({ nanoUsdPerMillion: 1 }));
    expect((await post("/prices/apply", { document: other, plan_id })).status).toBe(409);
    expect(await costOfCall()).toBe(LISTED_NANO_USD);
  });

  test("is read from the file named in the environment", async () => {
    expect((await post("/prices/plan", {})).status).toBe(400);
    writeFileSync(sourceFile, JSON.stringify(documentOf(double)));
    expect((await post("/prices/plan", {})).body.data.changes).toHaveLength(own.length);
  });

  test.each<[string, number, object]>([
    ["a file that the caller names", 400, { from: "/etc/passwd" }],
    ["a file URL", 400, { from: "file:///etc/passwd" }],
    ["an unencrypted address", 400, { from: "http://example.com/prices.json" }],
    ["this machine", 400, { from: "https://127.0.0.1/prices.json" }],
    ["a private network", 400, { from: "https://10.0.0.1/prices.json" }],
    ["two sources", 400, { from: "https://example.com/", document: {} }],
    ["a document in neither format", 400, { document: { hello: "world" } }],
    ["an unknown field", 400, { document: documentOf(double, { mood: "good" }) }],
    ["a price that is not an integer", 400, { document: documentOf(() => ({ nanoUsdPerMillion: 0.5 })) }],
    ["a negative price", 400, { document: documentOf(() => ({ nanoUsdPerMillion: -1 })) }],
    ["an unknown unit", 400, { document: documentOf(() => ({ unit: "words" as "images" })) }],
    ["a price for an unknown endpoint", 400, { document: documentOf(() => ({ modelEndpoint: "a/b@c" })) }],
    ["two prices for one item", 400, { document: documentOf(() => ({ unit: "images" })) }],
    [
      "a models.dev price that is not a number",
      400,
      { document: { openai: { models: { x: { name: "X", cost: { input: "much" } } } } } },
    ],
  ])("from %s is rejected", async (_, status, body) => {
    expect((await post("/prices/plan", body)).status).toBe(status);
  });

  test("cannot be rolled back if the batch is unknown", async () => {
    expect((await post("/prices/rollback", { batch_id: NOBODY })).status).toBe(404);
  });
});

describe("the proof of a cost", () => {
  test("contains the usage block, each multiplication, the rows and the rounding", async () => {
    const id = await callModel();
    const { cost_proof: proof, raw_usage } = await generation(id);
    expect(proof).toMatchObject({
      raw_usage,
      units: { input_tokens: 600, cache_read_tokens: 400, output_tokens: 200 },
      sum_nano_usd: "240000",
      rounding: "half-up-once",
      nano_usd: 240_000,
      recorded_nano_usd: 240_000,
      holds: true,
      missing_price_ids: [],
      unpriced_units: [],
      service_tier: null,
    });
    expect(proof.lines).toContainEqual({
      unit: "cache_read_tokens",
      units: 400,
      model: null,
      is_byok: false,
      multiplier_basis_points: 10_000,
      priced_as: "cache_read_tokens",
      discount_basis_points: 0,
      price_id: own.find(({ unit }) => unit === "cache_read_tokens")?.id,
      nano_usd_per_million: 75_000_000,
      nano_usd: "30000",
    });
    for (const row of proof.prices) {
      const shipped = own.find((price) => price.id === row.id) as Price;
      const { source, sourceRevision, asOf, disputed } = shipped;
      expect(row).toMatchObject({ source, source_revision: sourceRevision, as_of: asOf, disputed, origin: "shipped" });
    }
  });

  test("stays valid after prices and discounts change", async () => {
    const discount = await override({ ...TARGET, discount_basis_points: 3333, source: "contract 7" });
    const id = await callModel();
    await end(discount.id);
    const { cost_nano_usd, cost_proof: proof } = await generation(id);
    expect(cost_nano_usd).toBe(160_008);
    expect(proof).toMatchObject({ holds: true, nano_usd: 160_008, missing_price_ids: [] });
    expect(proof.prices[0].discount).toMatchObject({ id: discount.id, basis_points: 3333, source: "contract 7" });
  });
});
