import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type StoppableServer, startServer } from "#tests/support/databases.ts";
import { startGateway, type TestGateway } from "#tests/support/servers/gateway.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";

// A process that starts while PostgreSQL does not respond.

const SECRET = "a secret of this test, forty characters!";
const PROVIDER_KEY = "sk-a-provider-key-of-the-customer";
const BODY = { model: "openai/gpt-5-mini", max_tokens: 50, messages: [{ role: "user", content: "hi" }] };

const upstream = sharedUpstream();
let postgres: StoppableServer;
let folder: string;
let keys: Record<"plain" | "limited" | "guarded" | "revoked", { key: string; hash: string }>;

const start = (env: Record<string, string> = {}, open = openPooledGateway) =>
  open({
    upstream,
    providers: ["openai"],
    env: { DATABASE_URL: postgres.url, SWITCHBOARD_SECRET: SECRET, ...env },
    ...(folder && { folder }),
  });
const callWith = (gateway: TestGateway, key: string, content = "hi") =>
  gateway.call("POST", "/chat/completions", { ...BODY, messages: [{ role: "user", content }] }, { key });
const healthOf = async ({ url }: TestGateway) => (await fetch(`${url}/api/health`)).json();
const stateFile = () => join(folder, "last-known-state");

/** Waits until the state is saved again. */
async function waitForSave(): Promise<void> {
  const before = readFileSync(stateFile(), "utf8");
  await vi.waitFor(() => expect(readFileSync(stateFile(), "utf8") !== before).toBe(true), { timeout: 20_000 });
}

beforeAll(async () => {
  postgres = await startServer();
  const gateway = await start();
  folder = gateway.folder;
  await gateway.call("POST", "/byok", { provider: "openai", key: PROVIDER_KEY });
  const guardrail = await gateway.call("POST", "/guardrails", { name: "Only local", allowed_providers: ["local"] });
  keys = {
    plain: await gateway.newKey(),
    limited: await gateway.newKey({ limit: 1, include_byok_in_limit: true }),
    guarded: await gateway.newKey(),
    revoked: await gateway.newKey(),
  };
  await gateway.call("POST", `/guardrails/${guardrail.body.data.id}/assignments/keys`, {
    key_hashes: [keys.guarded.hash],
  });
  await gateway.call("DELETE", `/keys/${keys.revoked.hash}`);
  expect((await callWith(gateway, keys.guarded.key)).status).not.toBe(200);
  await waitForSave();
  await gateway.stop({ keepFolder: true });
});
afterAll(() => postgres?.close());
beforeEach(() => postgres.stop().catch(() => undefined));

test("serves model requests with the last known keys, guardrails and provider keys, and reports their age", async () => {
  // It has a process of its own, because ending without a database is an error.
  const gateway = await start({}, startGateway);
  upstream.requests.length = 0;
  expect((await callWith(gateway, keys.plain.key)).status).toBe(200);
  expect(upstream.requests.at(-1)?.headers.authorization).toBe(`Bearer ${PROVIDER_KEY}`);
  expect((await callWith(gateway, keys.guarded.key)).status).not.toBe(200);
  const limited = await callWith(gateway, keys.limited.key);
  expect([limited.status, limited.body.error.metadata.reason]).toEqual([503, "limits_unavailable"]);
  expect((await callWith(gateway, keys.revoked.key)).status).toBe(503);
  expect((await gateway.call("GET", "/keys")).status).toBe(503);
  const health = await healthOf(gateway);
  expect([health.status, health.degraded[0].part]).toEqual(["degraded", "database"]);
  expect(Date.now() - Date.parse(health.state_from)).toBeLessThan(120_000);
  await gateway.stop({ keepFolder: true });
});

test("reconnects to the database, with every request in the ledger once, even after kill -9", async () => {
  const first = await start();
  const ids: (string | null)[] = [];
  for (let call = 0; call < 3; call++) ids.push((await callWith(first, keys.plain.key)).headers.get("x-generation-id"));
  await first.kill();
  const gateway = await start();
  ids.push((await callWith(gateway, keys.plain.key)).headers.get("x-generation-id"));
  await postgres.start();
  await expect.poll(async () => (await healthOf(gateway)).status, { timeout: 30_000 }).toBe("ok");
  await expect.poll(async () => (await healthOf(gateway)).state_from, { timeout: 30_000 }).toBe(null);
  expect((await gateway.call("GET", "/keys")).status).toBe(200);
  expect((await callWith(gateway, keys.limited.key)).status).toBe(200);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const count = async () => (await client.query("select id from generation where id = any($1)", [ids])).rows.length;
  await expect.poll(count, { timeout: 30_000 }).toBe(ids.length);
  await client.end();
  await gateway.stop({ keepFolder: true });
});

test("reveals no secret in its file, and does not use a modified file", async () => {
  const sealed = readFileSync(stateFile(), "utf8");
  for (const text of [PROVIDER_KEY, keys.plain.hash, "Only local"]) expect(sealed).not.toContain(text);
  const middle = Math.floor(sealed.length / 2);
  const other = sealed[middle] === "A" ? "B" : "A";
  writeFileSync(stateFile(), `${sealed.slice(0, middle)}${other}${sealed.slice(middle + 1)}`);
  await expect(start({}, startGateway)).rejects.toThrow("it was changed");
  writeFileSync(stateFile(), sealed);
  await expect(start({ SWITCHBOARD_SECRET: `another ${SECRET}` }, startGateway)).rejects.toThrow(
    "DATABASE_URL is invalid or cannot be used",
  );
});
