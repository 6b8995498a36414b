import { describe, expect, test } from "vitest";
import { createCatalogue } from "#server/catalogue/catalogue.ts";
import { readSnapshot } from "#server/catalogue/load.ts";
import type { Price } from "#server/catalogue/model.ts";
import { readDocument } from "#server/catalogue/refresh/document.ts";
import { planRefresh } from "#server/catalogue/refresh/plan.ts";
import { modelEndpoint } from "./model-endpoint.ts";

const TODAY = "2026-11-21";
const NOON = Date.parse(`${TODAY}T12:00:00Z`);
const MIDNIGHT = Date.parse("2026-11-22T00:30:00Z");
const ENDPOINT = "openai/one@openai";
const HOURS = { startMinute: 0, endMinute: 60 };

function row(unit: Price["unit"], nanoUsdPerMillion: number, fields: Partial<Price> = {}): Price {
  const id = `${unit}-${nanoUsdPerMillion}-${fields.validFrom ?? ""}-${fields.minPromptTokens ?? 0}`;
  return {
    id,
    modelEndpoint: ENDPOINT,
    unit,
    nanoUsdPerMillion,
    minPromptTokens: 0,
    serviceTier: null,
    source: "models.dev",
    sourceRevision: "1",
    asOf: "2026-07-02",
    disputed: false,
    ...fields,
  };
}

const model = {
  id: "openai/one",
  canonicalSlug: "openai/one",
  name: "One",
  description: "",
  created: 1,
  tokenizer: "Other",
  inputModalities: ["text" as const],
  outputModalities: ["text" as const],
  contextLength: null,
  knowledgeCutoff: null,
};

const endpoint = (name: string) => modelEndpoint(`openai/${name}@openai`, name);

const shipped = (prices: Price[]) =>
  createCatalogue({ revision: "1", models: [model], endpoints: [endpoint("one")], prices });

function planOf(current: Price[], document: object) {
  const catalogue = shipped(current);
  const plan = planRefresh(readDocument(JSON.stringify(document), catalogue, TODAY), catalogue, NOON);
  return { catalogue, plan };
}

/** Applies a plan as the database would, and returns the prices at a time: unit, price and length. */
function afterwards({ catalogue, plan }: ReturnType<typeof planOf>, atMs: number) {
  const prices = plan.rows.map((price, index) => ({
    ...price,
    id: `new-${index}`,
    origin: "refresh" as const,
    validFrom: new Date(NOON).toISOString(),
  }));
  catalogue.overlay({ models: plan.models, endpoints: plan.endpoints, prices, overrides: [] });
  return catalogue
    .pricesOf(ENDPOINT, atMs)
    .map((price) => [price.unit, price.nanoUsdPerMillion, price.minPromptTokens]);
}

const snapshotOf = (prices: Price[]) => ({ revision: "2", models: [model], endpoints: [endpoint("one")], prices });
const usd = (input: number, output: number, more: object = {}) => ({ input, output, ...more });
const devOf = (models: Record<string, object>) => ({ openai: { id: "openai", models } });
const dev = (cost: object, more: object = {}) => ({ name: "One", cost, ...more });

const base = [row("input_tokens", 2_000_000_000), row("output_tokens", 10_000_000_000)];

describe("a snapshot", () => {
  test("with the same prices changes nothing", () => {
    const { plan } = planOf(base, snapshotOf(base));
    expect(plan).toMatchObject({ changes: [], rows: [], endpoints: [], removed: [], unchanged: 2 });
  });

  test("changes different prices, with the percentage", () => {
    const planned = planOf(base, snapshotOf([row("input_tokens", 2_500_000_000), base[1] as Price]));
    expect(planned.plan.changes).toMatchObject([
      { unit: "input_tokens", old: 2_000_000_000, new: 2_500_000_000, percent: 25 },
    ]);
    expect(afterwards(planned, NOON)).toEqual([
      ["input_tokens", 2_500_000_000, 0],
      ["output_tokens", 10_000_000_000, 0],
    ]);
  });

  test("adds missing prices and withdraws unstated ones", () => {
    const planned = planOf([...base, row("cache_read_tokens", 5)], snapshotOf([...base, row("web_searches", 7)]));
    expect(planned.plan.changes).toMatchObject([
      { unit: "web_searches", old: null, new: 7, percent: null },
      { unit: "cache_read_tokens", old: 5, new: null, percent: null },
    ]);
    expect(afterwards(planned, NOON).map(([unit]) => unit)).toEqual(["input_tokens", "output_tokens", "web_searches"]);
  });

  test("restates the hours of a price it changes, and drops hours it does not state", () => {
    const night = row("input_tokens", 1_000_000_000, { hoursUtc: HOURS });
    const kept = planOf([...base, night], snapshotOf([row("input_tokens", 3_000_000_000), base[1] as Price, night]));
    expect(kept.plan.changes).toHaveLength(1);
    expect(afterwards(kept, MIDNIGHT)[0]).toEqual(["input_tokens", 1_000_000_000, 0]);
    const dropped = planOf([...base, night], snapshotOf(base));
    expect(dropped.plan.changes).toMatchObject([{ hoursUtc: HOURS, old: 1_000_000_000, new: null }]);
    expect(afterwards(dropped, MIDNIGHT)).toContainEqual(["input_tokens", 2_000_000_000, 0]);
  });

  test("keeps a price that is announced for later", () => {
    const later = row("input_tokens", 9, { validFrom: "2027-01-01" });
    const planned = planOf([...base, later], snapshotOf([row("input_tokens", 4), base[1] as Price, later]));
    expect(planned.plan.changes).toHaveLength(1);
    expect(afterwards(planned, Date.parse("2027-01-02T00:00:00Z"))).toContainEqual(["input_tokens", 9, 0]);
  });

  test("reports unlisted endpoints without removing them", () => {
    const { plan } = planOf(base, {
      ...snapshotOf([]),
      endpoints: [endpoint("two")],
      models: [{ ...model, id: "openai/two", canonicalSlug: "openai/two" }],
    });
    expect(plan).toMatchObject({ rows: [], endpoints: [{ id: "openai/two@openai" }], models: [{ id: "openai/two" }] });
  });
});

describe("models.dev's document", () => {
  test("changes the prices of endpoints known by their upstream's name", () => {
    const { plan } = planOf(base, devOf({ one: dev(usd(2, 12.5)) }));
    expect(plan.changes).toMatchObject([
      { unit: "output_tokens", old: 10_000_000_000, new: 12_500_000_000, percent: 25 },
    ]);
    expect(plan.document).toMatchObject({ format: "models.dev", source: "models.dev", asOf: TODAY });
  });

  test("is read without floats", () => {
    const { plan } = planOf(base, devOf({ one: dev(usd(0.1, 10)) }));
    expect(plan.changes).toMatchObject([{ new: 100_000_000, percent: -95 }]);
  });

  test("withdraws dropped length tiers but not unmentioned units", () => {
    const tiers = [row("input_tokens", 4_000_000_000, { minPromptTokens: 200_001 }), row("web_searches", 5)];
    const planned = planOf([...base, ...tiers], devOf({ one: dev(usd(2, 10)) }));
    expect(planned.plan.changes).toMatchObject([{ unit: "input_tokens", minPromptTokens: 200_001, new: null }]);
    expect(afterwards(planned, NOON)).toContainEqual(["web_searches", 5, 0]);
  });

  test("keeps the hours of a price it does not change, and drops those of one it does", () => {
    const night = row("input_tokens", 1_000_000_000, { hoursUtc: HOURS });
    expect(planOf([...base, night], devOf({ one: dev(usd(2, 10)) })).plan.changes).toEqual([]);
    const planned = planOf([...base, night], devOf({ one: dev(usd(3, 10)) }));
    expect(planned.plan.changes).toMatchObject([{ new: 3_000_000_000 }, { hoursUtc: HOURS, new: null }]);
    expect(afterwards(planned, MIDNIGHT)).toContainEqual(["input_tokens", 3_000_000_000, 0]);
  });

  test("adds priced models under our ids, once, without deprecated, unpriced or unserved ones", () => {
    const { plan } = planOf(
      base,
      devOf({
        one: dev(usd(2, 10)),
        "one-2026-05-01": dev(usd(2, 10)),
        two: dev(usd(1, 2), {
          modalities: { input: ["text"], output: ["text"] },
          limit: { context: 1000, output: 100 },
        }),
        three: dev(usd(1, 2), { status: "deprecated" }),
        four: { name: "Four" },
        "two-realtime": dev(usd(1, 2)),
      }),
    );
    expect(plan.endpoints.map(({ id }) => id)).toEqual(["openai/two@openai"]);
    expect(plan.models).toMatchObject([{ id: "openai/two", contextLength: 1000 }]);
  });

  test("reports which of its endpoints it no longer lists", () => {
    expect(planOf(base, devOf({ two: dev(usd(1, 2)) })).plan.removed).toEqual([]);
    const others = createCatalogue({
      revision: "1",
      models: [model],
      endpoints: [endpoint("one"), endpoint("two")],
      prices: base,
    });
    const document = readDocument(JSON.stringify(devOf({ two: dev(usd(1, 2)) })), others, TODAY);
    expect(planRefresh(document, others, NOON).removed).toEqual([ENDPOINT]);
  });
});

test("a plan has the same id while source and prices are the same", () => {
  const document = devOf({ one: dev(usd(3, 10)) });
  const { catalogue, plan } = planOf(base, document);
  expect(planOf(base, document).plan.id).toBe(plan.id);
  expect(planRefresh(readDocument(JSON.stringify(document), catalogue, TODAY), catalogue, NOON + 1000).id).toBe(
    plan.id,
  );
  expect(planOf([row("input_tokens", 1), base[1] as Price], document).plan.id).not.toBe(plan.id);
});

test("new models of a cloud are added under our ids, without names that it does not call", () => {
  const one = { name: "One", cost: { input: 1, output: 2 }, modalities: { input: ["text"], output: ["text"] } };
  const names = {
    "amazon-bedrock": ["anthropic.claude-opus-9", "eu.anthropic.claude-opus-9", "amazon.nova-9-v1:0", "openai.gpt-5.9"],
    "google-vertex": ["claude-opus-9@default", "qwen/qwen9-maas"],
    azure: ["grok-4-20-mini"],
  };
  const models = (list: string[]) => ({ models: Object.fromEntries(list.map((name) => [name, one])) });
  const catalogue = createCatalogue(readSnapshot());
  const document = Object.fromEntries(Object.entries(names).map(([cloud, list]) => [cloud, models(list)]));
  const { endpoints } = readDocument(JSON.stringify(document), catalogue, TODAY);
  expect(endpoints.map(({ id }) => id).sort()).toEqual([
    "amazon/nova-9-v1@amazon-bedrock",
    "anthropic/claude-opus-9@amazon-bedrock:eu",
    "anthropic/claude-opus-9@google-vertex",
    "openai/gpt-5.9@amazon-bedrock",
    "qwen/qwen9@google-vertex",
    "x-ai/grok-4.20-mini@azure",
  ]);
  const kept = endpoints.filter(
    ({ provider, zeroDataRetention }) => provider === "amazon-bedrock" && !zeroDataRetention,
  );
  expect(kept.map(({ model }) => model)).toEqual(["openai/gpt-5.9"]);
});

test("the catalogue that ships with the gateway is a valid source, and changes nothing", () => {
  const snapshot = readSnapshot();
  const catalogue = createCatalogue(snapshot);
  const plan = planRefresh(readDocument(JSON.stringify(snapshot), catalogue, TODAY), catalogue, NOON);
  expect([plan.rows, plan.models, plan.endpoints]).toEqual([[], [], []]);
});
