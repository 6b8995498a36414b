import { beforeAll, describe, expect, test } from "vitest";
import { faultOfCanary } from "#server/pipeline/aliases/judge-canary.ts";
import { chooseTarget } from "#server/pipeline/aliases/resolve-alias.ts";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedPostgres } from "#tests/support/servers/shared-postgres.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type Event, recordOf, saying } from "../pipeline/calling.ts";

const GPT = "openai/gpt-4o-mini";
const CLAUDE = "anthropic/claude-sonnet-4.5";
const env = { RETRY_WAIT_MS: "0" };
const providers = ["openai", "anthropic"];

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers, env });

let made = 0;

async function add(canary: object, at: TestGateway = gateway) {
  const name = `acme/canary-${++made}`;
  const targets = [{ model: GPT }, { model: CLAUDE, canary }];
  const { status, body } = await at.call("POST", "/model-aliases", { name, targets });
  expect([status, body.error]).toEqual([201, undefined]);
  return body.data as { id: string; name: string };
}

let asked = 0;
const ask = (name: string, more: object = {}, at: TestGateway = gateway) =>
  at.call("POST", "/chat/completions", saying("chat", name, "Hello", { user: `u-${++asked}`, ...more }));

async function rolloutOf({ id }: { id: string }, at: TestGateway = gateway): Promise<Event> {
  return (await at.call("GET", `/model-aliases/${id}`)).body.data.rollout;
}

/** Sends requests until the canary is rolled back. */
async function untilRolledBack(alias: { id: string; name: string }) {
  for (let round = 0; round < 60; round++) {
    await Promise.all([ask(alias.name), ask(alias.name)]);
    const rollout = await rolloutOf(alias);
    if (rollout.status === "rolled_back") return rollout;
    await new Promise((done) => setTimeout(done, 500));
  }
  throw new Error("the canary was not rolled back");
}

const isClaude = ({ path }: { path: string }) => path.startsWith("/anthropic/");

async function modelsServing(name: string, calls: number, at: TestGateway = gateway) {
  const models = new Set<string>();
  for (let call = 0; call < calls; call++) models.add((await recordOf(at, (await ask(name, {}, at)).headers)).model);
  return [...models].sort();
}

describe("a canary that fails", () => {
  test("is rolled back, gets no requests, says why, and starts again when it is reset", async () => {
    const alias = await add({ percent: 50, min_requests: 5 });
    upstream.script({ match: isClaude, fault: { status: 500 } });
    const rollout = await untilRolledBack(alias);
    expect(rollout.reason).toMatch(/^100% of its \d+ requests failed, and 0% of the others\.$/);
    expect(Date.parse(rollout.rolled_back_at)).toBeGreaterThan(Date.now() - 60_000);
    expect(rollout.canary.requests).toBeGreaterThanOrEqual(5);
    expect(rollout.canary.failed).toBe(rollout.canary.requests);
    expect(rollout.stable).toMatchObject({ failed: 0 });
    upstream.reset();
    expect(await modelsServing(alias.name, 12)).toEqual([GPT]);
    const { body } = await gateway.call("GET", `/audit?action=model_alias.roll_back&target_id=${alias.id}`);
    expect(body.data).toHaveLength(1);
    expect(body.data[0]).toMatchObject({
      action: "model_alias.roll_back",
      target: { name: alias.name },
      after: { rollout: { status: "rolled_back", reason: rollout.reason } },
    });
    // More traffic for the canary is no reset.
    const targets = [{ model: GPT }, { model: CLAUDE, canary: { percent: 60, min_requests: 5 } }];
    await gateway.call("PATCH", `/model-aliases/${alias.id}`, { targets });
    expect(await rolloutOf(alias)).toMatchObject({ status: "rolled_back" });
    const reset = await gateway.call("POST", `/model-aliases/${alias.id}/canary/reset`);
    expect(reset.body.data.rollout).toEqual({
      status: "running",
      rolled_back_at: null,
      reason: null,
      canary: { requests: 0, failed: 0, latency_p50: null },
      stable: { requests: 0, failed: 0, latency_p50: null },
    });
    expect(await modelsServing(alias.name, 20)).toEqual([CLAUDE, GPT]);
    await new Promise((done) => setTimeout(done, 2_500));
    expect(await rolloutOf(alias)).toMatchObject({ status: "running" });
  });

  test("counts as failing if a fallback serves its requests", async () => {
    const alias = await add({ percent: 60, min_requests: 5 });
    upstream.script({ match: isClaude, fault: { status: 500 } });
    const response = await ask(alias.name, { models: [GPT] });
    expect(response.status).toBe(200);
    for (let call = 0; call < 16; call++) await ask(alias.name, { models: [GPT] });
    const { canary, stable } = await rolloutOf(alias);
    expect([canary.failed, stable.failed]).toEqual([canary.requests, 0]);
    expect(canary.requests).toBeGreaterThan(0);
  });

  test("counts a model that is gone, but not what limits and guardrails reject", async () => {
    const alias = await add({ percent: 99 });
    const { key } = await gateway.newKey({ limit: 0.0000001 });
    const refused = await gateway.call("POST", "/chat/completions", saying("chat", alias.name, "Hello"), { key });
    expect(refused.status).toBe(402);
    expect((await rolloutOf(alias)).canary).toMatchObject({ requests: 0 });
    await ask(alias.name, { provider: { only: ["groq"] } });
    const { canary, stable } = await rolloutOf(alias);
    expect(canary.failed + stable.failed).toBe(1);
  });
});

test("a canary that is slower is rolled back", async () => {
  const alias = await add({ percent: 50, min_requests: 20 });
  upstream.script({ match: isClaude, fault: { headersDelayMs: 250 } });
  for (let round = 0; round < 10; round++) await Promise.all(Array.from({ length: 8 }, () => ask(alias.name)));
  const rollout = await untilRolledBack(alias);
  expect(rollout.reason).toMatch(/^Its median time to the first content was \d+ ms over \d+ requests, and \d+ ms for/);
});

test("a request says which side it was assigned to, and one subject stays with it", async () => {
  const alias = await add({ percent: 50 });
  const models = new Map<string, Set<string>>();
  for (let call = 0; call < 24; call++) {
    const user = `subject-${call % 8}`;
    const headers = { "x-service-metadata": "enabled" };
    const body = saying("chat", alias.name, "Hello", { user });
    const response = await gateway.call("POST", "/chat/completions", body, { headers });
    const record = await recordOf(gateway, response.headers);
    const side = { alias: alias.name, target: record.model === CLAUDE ? "canary" : "stable" };
    expect(record.routing.canary).toEqual(side);
    expect(response.body.service_metadata.canary).toEqual(side);
    models.set(user, (models.get(user) ?? new Set()).add(record.model));
  }
  expect([...models.values()].every((one) => one.size === 1)).toBe(true);
  expect(new Set([...models.values()].flatMap((one) => [...one])).size).toBe(2);
  const { canary, stable } = await rolloutOf(alias);
  expect([canary.requests + stable.requests, canary.failed + stable.failed]).toEqual([24, 0]);
});

test("a higher percentage moves subjects only to the canary", () => {
  const target = (model: string) => ({ model, preset: null, providerOrder: null, weight: 1 });
  const choose = (percent: number, subject: string) => {
    const canary = { percent, minRequests: 50, errorFactor: 2, latencyFactor: 2 };
    const targets = [target("old"), target("other"), { ...target("new"), canary }];
    return chooseTarget({ id: "a", targets, rollout: null }, subject).model as string;
  };
  const subjects = Array.from({ length: 2_000 }, (_, index) => `user-${index}`);
  const atTen = subjects.filter((one) => choose(10, one) === "new");
  expect(Math.abs(atTen.length - 200)).toBeLessThan(60);
  for (const one of atTen) expect(choose(30, one)).toBe("new");
  const stayed = subjects.filter((one) => choose(30, one) !== "new");
  for (const one of stayed) expect(choose(10, one)).toBe(choose(30, one));
});

describe("a canary is judged", () => {
  const settings = { percent: 5, minRequests: 50, errorFactor: 2, latencyFactor: 2 };
  const side = (requests: number, failed: number, latencyMs: number | null = null) => ({ requests, failed, latencyMs });

  test.each<[string, ReturnType<typeof side>, ReturnType<typeof side>, boolean]>([
    ["by nothing before it has had enough requests", side(49, 49), side(1_000, 0), false],
    ["by its failures, if the others have none", side(50, 3), side(1_000, 0), true],
    ["tolerating few failures", side(100, 5), side(1_000, 0), false],
    ["in comparison with the others", side(100, 18), side(1_000, 100), false],
    ["in comparison with others that fail less", side(100, 21), side(1_000, 100), true],
    ["without others", side(50, 10), side(0, 0), true],
    ["by its latency", side(50, 0, 900), side(1_000, 0, 400), true],
    ["tolerating a short delay", side(50, 0, 90), side(1_000, 0, 20), false],
    ["by no unknown latency", side(50, 0, 900), side(1_000, 0), false],
  ])("%s", (_, canary, stable, isStopped) => {
    expect(faultOfCanary(settings, canary, stable) !== undefined).toBe(isStopped);
  });
});

test.each([
  [[{ model: GPT, canary: { percent: 5 } }], "not a canary needs a weight"],
  [
    [
      { model: GPT, weight: 0 },
      { model: CLAUDE, canary: { percent: 5 } },
    ],
    "not a canary needs a weight",
  ],
  [
    [{ model: GPT }, { model: CLAUDE, canary: { percent: 5 } }, { model: CLAUDE, canary: { percent: 5 } }],
    "Only one target can be a canary",
  ],
  [[{ model: GPT }, { model: CLAUDE, canary: { percent: 100 } }], "targets[1].canary.percent"],
])("%j is rejected", async (targets, message) => {
  const { status, body } = await gateway.call("POST", "/model-aliases", { name: `acme/canary-${++made}`, targets });
  expect([status, body.error.message]).toEqual([400, expect.stringContaining(message)]);
});

test("an alias without a canary has no rollout, and cannot be reset", async () => {
  const name = `acme/canary-${++made}`;
  const { body } = await gateway.call("POST", "/model-aliases", { name, targets: [{ model: GPT }] });
  expect(body.data).toMatchObject({ rollout: null, targets: [{ canary: null }] });
  const reset = await gateway.call("POST", `/model-aliases/${body.data.id}/canary/reset`);
  expect([reset.status, reset.body.error.message]).toEqual([409, `No target of ${name} is a canary`]);
});

describe("several processes", () => {
  const postgres = sharedPostgres();
  let all: TestGateway[];
  const shared = () => ({ ...env, DATABASE_URL: postgres.url, SWITCHBOARD_SECRET: "s".repeat(32) });
  const start = () => openPooledGateway({ upstream, providers, env: shared() });

  beforeAll(async () => {
    const first = await start();
    all = [first, await start()];
    return async () => void (await Promise.all(all.map((one) => one.stop())));
  });

  test("count together, all stop a canary, and one that starts later knows it", async () => {
    const [first, second] = all as [TestGateway, TestGateway];
    // 20 requests to each: too few for either alone.
    const alias = await add({ percent: 99, min_requests: 30 }, first);
    upstream.script({ match: isClaude, fault: { status: 500 } });
    for (let call = 0; call < 20; call++) await Promise.all(all.map((at) => ask(alias.name, {}, at)));
    for (const at of all) {
      const statusAt = async () => (await rolloutOf(alias, at)).status;
      await expect.poll(statusAt, { timeout: 40_000, interval: 250 }).toBe("rolled_back");
    }
    expect((await rolloutOf(alias, first)).reason).toMatch(/^100% of its [34]\d requests failed/);
    upstream.reset();
    expect(await modelsServing(alias.name, 6, second)).toEqual([GPT]);
    const { body } = await first.call("GET", `/audit?action=model_alias.roll_back&target_id=${alias.id}`);
    expect(body.data).toHaveLength(1);
    const third = await start();
    all.push(third);
    expect(await rolloutOf(alias, third)).toMatchObject({ status: "rolled_back" });
    await expect
      .poll(async () => (await rolloutOf(alias, third)).canary.failed, { timeout: 20_000 })
      .toBeGreaterThanOrEqual(30);
    expect(await modelsServing(alias.name, 6, third)).toEqual([GPT]);
  });
});
