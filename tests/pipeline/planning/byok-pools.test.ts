import { beforeEach, describe, expect, test } from "vitest";
import { becomeOwner, join, type Person } from "#tests/support/people.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { startedOnce } from "#tests/support/servers/started-once.ts";
import { startRateLimited } from "#tests/support/upstream/rate-limited.ts";
import { type Event, post, saying, until } from "../calling.ts";

const MODEL = "openai/gpt-oss-120b";

const provider = startedOnce("provider", startRateLimited, (started) => started.close());
const gateway = sharedGateway(() => ({
  upstream: provider,
  providers: ["groq"],
  env: { GROQ_API_KEY: "system-1", GROQ_API_KEY_2: "system-2" },
}));

const made: string[] = [];
let owner: Person | undefined;

beforeEach(async () => {
  provider.release();
  provider.reset();
  for (const id of made.splice(0)) await gateway.call("DELETE", `/byok/${id}`);
  await share("ordered");
});

async function store(key: string, fields: object = {}): Promise<string> {
  const { status, body } = await gateway.call("POST", "/byok", { provider: "groq", key, name: key, ...fields });
  expect([status, body.error]).toEqual([201, undefined]);
  made.push(body.data.id);
  return body.data.id;
}

const share = (strategy: string, fields: object = {}) =>
  gateway.call("PUT", "/byok/pools/groq", { strategy, ...fields });
const ask = (key?: string) =>
  post(gateway, "chat", saying("chat", MODEL, "Hello", { provider: { only: ["groq"] } }), { ...(key && { key }) });
const poolsAt = async (query = ""): Promise<Event[]> => (await gateway.call("GET", `/byok/pools${query}`)).body.data;

function countKeys(): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const key of provider.keys) counts[key] = (counts[key] ?? 0) + 1;
  return counts;
}

describe("several BYOK credentials of a provider", () => {
  test("are used in their order unless the workspace chooses otherwise", async () => {
    await store("own-1");
    await store("own-2", { weight: 9 });
    for (let call = 0; call < 3; call++) await ask();
    expect(countKeys()).toEqual({ "own-1": 3 });
  });

  test("share requests by weight", async () => {
    await store("own-1", { weight: 3 });
    const second = await store("own-2");
    expect((await share("weighted")).body.data).toEqual({
      provider: "groq",
      workspace_id: expect.any(String),
      strategy: "weighted",
    });
    await Promise.all(Array.from({ length: 200 }, () => ask()));
    // Five standard deviations around 150.
    expect(Math.abs((countKeys()["own-1"] ?? 0) - 150)).toBeLessThan(31);
    await gateway.call("PATCH", `/byok/${second}`, { weight: 1000 });
    provider.keys.length = 0;
    await Promise.all(Array.from({ length: 50 }, () => ask()));
    expect(countKeys()["own-2"] ?? 0).toBeGreaterThan(45);
  });

  test("take turns by the number of requests in flight", async () => {
    await store("own-1");
    await store("own-2");
    await share("least_loaded");
    provider.hold();
    const open = [];
    for (let call = 1; call <= 6; call++) {
      open.push(ask());
      await until(() => provider.keys.length === call, `request ${call} at the provider`);
    }
    expect(countKeys()).toEqual({ "own-1": 3, "own-2": 3 });
    const [own] = await poolsAt("?provider=groq");
    expect(own.credentials.map((one: Event) => one.in_flight)).toEqual([3, 3]);
    provider.release();
    await Promise.all(open);
  });

  test("spill to the next tier when all of the lower are at their limit, then to the system credential", async () => {
    await store("own-1", { tier: 2 });
    await store("own-2");
    provider.limit("own-1", { requests: 1, limit: 1 });
    provider.limit("own-2", { requests: 2, limit: 2 });
    for (let call = 0; call < 3; call++) expect((await ask()).status).toBe(200);
    expect(provider.keys).toEqual(["own-2", "own-2", "own-1"]);
  });

  test("have a strategy in each workspace, and one for the organization's", async () => {
    await gateway.call("POST", "/workspaces", { name: "Second", slug: "second" });
    const { key } = await gateway.newKey({ workspace_id: "second" });
    await store("own-1", { workspace_id: "second" });
    await store("own-2", { workspace_id: "second", weight: 1000 });
    await store("all-1", { workspace_id: null });
    await share("weighted");
    for (let call = 0; call < 5; call++) await ask(key);
    expect(countKeys()).toEqual({ "own-1": 5 });
    await share("weighted", { workspace_id: "second" });
    await share("most_headroom", { workspace_id: null });
    provider.keys.length = 0;
    for (let call = 0; call < 20; call++) await ask(key);
    expect(countKeys()["own-2"] ?? 0).toBeGreaterThan(15);
    const strategies = (await poolsAt("?workspace_id=second")).map((pool) => [pool.is_system, pool.strategy]);
    expect(strategies).toEqual([
      [false, "weighted"],
      [false, "most_headroom"],
      [true, "least_loaded"],
    ]);
    await share("ordered", { workspace_id: null });
  });

  test.each([
    [{ weight: 0 }, "weight"],
    [{ weight: 1001 }, "weight"],
    [{ tier: 1.5 }, "tier"],
  ])("reject %j", async (fields, name) => {
    const { status, body } = await gateway.call("POST", "/byok", { provider: "groq", key: "own-1", ...fields });
    expect([status, body.error.message]).toEqual([400, expect.stringContaining(name)]);
  });

  test("have no pool at a provider without keys", async () => {
    expect((await gateway.call("PUT", "/byok/pools/local", { strategy: "weighted" })).status).toBe(404);
    expect((await gateway.call("PUT", "/byok/pools/nobody", { strategy: "weighted" })).status).toBe(404);
    expect((await gateway.call("PUT", "/byok/pools/groq", { strategy: "random" })).status).toBe(400);
  });

  test("record who changed how they share requests", async () => {
    await share("most_headroom");
    const { body } = await gateway.call("GET", "/audit?limit=5");
    expect(body.data[0]).toMatchObject({
      action: "credential_pool.set",
      target: { name: "groq" },
      before: { strategy: "ordered" },
      after: { strategy: "most_headroom" },
    });
  });
});

describe("the list of pools", () => {
  test("shows each credential's state and quota without its key", async () => {
    const id = await store("own-1", { name: "Main", weight: 2, tier: 3 });
    const disabled = await store("own-2", { name: "Spare", disabled: true });
    provider.limit("own-1", { requests: 40, limit: 50, resetMs: 60_000 });
    await ask();
    provider.limit("system-1", { requests: 0, limit: 9, status: 401 });
    provider.limit("system-2", { requests: 0, limit: 9, status: 401 });
    const [own, system] = await poolsAt("?provider=groq");
    expect(own).toMatchObject({ provider: "groq", is_system: false, strategy: "ordered" });
    expect(own.credentials).toMatchObject([
      { id, name: "Main", weight: 2, tier: 3, state: "ready", available_at: null, in_flight: 0, last_error: null },
      { id: disabled, name: "Spare", state: "disabled", models: [] },
    ]);
    const [model] = own.credentials[0].models;
    expect(model).toMatchObject({ state: "ready", reported_at: expect.any(String) });
    expect(model.limits[0]).toMatchObject({ kind: "requests", remaining: 39, limit: 50 });
    expect(system.credentials.map((one: Event) => [one.id, one.state])).toEqual([
      ["GROQ_API_KEY", "ready"],
      ["GROQ_API_KEY_2", "ready"],
    ]);
    await gateway.call("PATCH", `/byok/${id}`, { disabled: true });
    await ask();
    const after = (await poolsAt("?provider=groq"))[1];
    expect(after.credentials.map((one: Event) => [one.state, one.last_error?.type])).toEqual([
      ["rejected", "authentication_error"],
      ["rejected", "authentication_error"],
    ]);
    const text = JSON.stringify(await poolsAt());
    expect(text).not.toMatch(/own-\d|system-\d/);
  });

  test("shows a credential that is at its limit, and until when", async () => {
    await store("own-1");
    provider.limit("own-1", { requests: 0, limit: 9, resetMs: 600_000 });
    await ask();
    const [{ credentials }] = await poolsAt("?provider=groq");
    expect(credentials).toMatchObject([
      { state: "limited", last_error: { status: 429, type: "rate_limit_error" }, models: [{ state: "limited" }] },
    ]);
    expect(Date.parse(credentials[0].available_at) - Date.now()).toBeGreaterThan(500_000);
  });

  test("hides system credentials from a management key that is limited to a workspace", async () => {
    const id = await store("own-1");
    const { key } = await gateway.newKey({ is_management_key: true, scopes: { workspaces: ["default"] } });
    const { status, body } = await gateway.call("GET", "/byok/pools", undefined, { key });
    expect([status, body.data.map((pool: Event) => pool.credentials[0].id)]).toEqual([200, [id]]);
    const set = (fields: object) =>
      gateway.call("PUT", "/byok/pools/groq", { strategy: "weighted", ...fields }, { key });
    expect((await set({ workspace_id: null })).status).toBe(403);
    expect((await set({})).status).toBe(200);
  });

  test("is closed to members", async () => {
    owner ??= await becomeOwner(gateway, "owner@example.com");
    const member = await join(gateway, owner, "member", "member@example.com");
    expect((await member.call("GET", "/byok/pools")).status).toBe(403);
    expect((await member.call("PUT", "/byok/pools/groq", { strategy: "weighted" })).status).toBe(403);
  });
});
