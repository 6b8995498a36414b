import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readSnapshot } from "#server/catalogue/load.ts";
import { newDataFolder } from "#tests/support/data-folder.ts";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";

const ENDPOINT = "openai/gpt-4o-mini@openai";
const snapshot = readSnapshot();

let folder: string;
let source: string;
const started: TestGateway[] = [];

beforeAll(async () => {
  folder = await newDataFolder();
  source = join(folder, "prices.json");
});
afterAll(async () => {
  for (const gateway of started) await gateway.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function start(env: Record<string, string>): Promise<TestGateway> {
  const gateway = await openPooledGateway({ env });
  started.push(gateway);
  return gateway;
}

/** The snapshot's document for one endpoint, with each price multiplied. */
function documentOf(factor: number) {
  const of = ({ modelEndpoint }: { modelEndpoint: string }) => modelEndpoint === ENDPOINT;
  const prices = snapshot.prices.filter(of).map((price) => ({
    ...price,
    nanoUsdPerMillion: price.nanoUsdPerMillion * factor,
  }));
  const models = snapshot.models.filter(({ id }) => id === "openai/gpt-4o-mini");
  return { revision: "test-1", models, endpoints: snapshot.endpoints.filter(({ id }) => id === ENDPOINT), prices };
}

const checkOf = async (gateway: TestGateway) => (await gateway.call("GET", "/prices/check")).body.data;

test("prices are compared with the source on their own, and nothing is applied", async () => {
  writeFileSync(source, JSON.stringify(documentOf(2)));
  const gateway = await start({ PRICES_FROM: source, PRICES_CHECK_HOURS: "6" });
  const changes = documentOf(2).prices.length;
  await expect
    .poll(() => checkOf(gateway), { timeout: 5_000 })
    .toEqual({
      has_source: true,
      every_hours: 6,
      checked_at: expect.any(String),
      error: null,
      changes,
      models_added: 0,
    });
  expect((await gateway.call("GET", "/prices/refreshes")).body.data).toEqual([]);

  const plan = (await gateway.call("POST", "/prices/plan", {})).body.data;
  expect(plan.changes).toHaveLength(changes);
  expect((await gateway.call("POST", "/prices/apply", { plan_id: plan.plan_id })).status).toBe(201);
  // What was found no longer holds.
  expect(await checkOf(gateway)).toMatchObject({ checked_at: null, changes: 0 });
});

test("a source that cannot be read is reported with the reason", async () => {
  const missing = join(folder, "missing.json");
  const gateway = await start({ PRICES_FROM: missing });
  await expect
    .poll(() => checkOf(gateway), { timeout: 5_000 })
    .toMatchObject({ every_hours: 24, error: `The price source ${missing} cannot be read`, changes: 0 });
});

test("without a source, or with 0 hours, no check takes place", async () => {
  const none = { every_hours: null, checked_at: null, error: null, changes: 0, models_added: 0 };
  expect(await checkOf(await start({}))).toEqual({ has_source: false, ...none });
  const gateway = await start({ PRICES_FROM: source, PRICES_CHECK_HOURS: "0" });
  const { jobs } = (await gateway.call("GET", "/system")).body.data;
  expect(jobs).toContainEqual(expect.objectContaining({ name: "check prices", enabled: false }));
  expect(await checkOf(gateway)).toEqual({ has_source: true, ...none });
});
