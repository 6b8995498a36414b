import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { keyIdentity } from "#server/auth/keys/new-key.ts";
import { type PostgresServer, startPostgres } from "#tests/support/databases.ts";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { startUpstream, type Upstream } from "#tests/support/upstream/upstream.ts";

// Two processes and two organizations on one PostgreSQL.

const FOREIGN = "sk-sb-management-key-of-another-organization";
const OWN = "sk-own-0123456789abcdefghij";

let server: PostgresServer;
let upstream: Upstream;
let gateway: TestGateway;
let other: TestGateway;

beforeAll(async () => {
  server = await startPostgres();
  upstream = await startUpstream();
  const env = { DATABASE_URL: server.url, SWITCHBOARD_SECRET: "a-secret-of-both-processes-".repeat(2) };
  const start = () => openPooledGateway({ upstream, providers: ["openai"], env });
  gateway = await start();
  await addOrganization();
  other = await start();
});

afterAll(async () => {
  await gateway?.stop();
  await other?.stop();
  await upstream?.close();
  await server?.close();
});

async function addOrganization(): Promise<void> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  const insert = async (statement: string, ...values: unknown[]): Promise<string> =>
    (await client.query(`${statement} returning id`, values)).rows[0].id;
  const id = await insert("insert into organization (name, slug) values ('Other', 'other')");
  const space =
    "insert into workspace (organization_id, name, slug, is_default) values ($1, 'Foreign', 'foreign', true)";
  const { hash, label } = keyIdentity(FOREIGN);
  const key =
    "insert into api_key (hash, name, label, kind, workspace_id) values ($1, 'Foreign', $2, 'management', $3)";
  await insert(key, hash, label, await insert(space, id));
  await client.query("select pg_notify('switchboard_changes', 'workspaces')");
  await client.end();
}

/** The key that the upstream receives from a request through this process. */
async function upstreamKeyOf(by: TestGateway, key?: string): Promise<string | undefined> {
  upstream.reset();
  const body = { model: "openai/gpt-4o-mini", input: "hi" };
  await by.call("POST", "/responses", body, { ...(key && { key }) });
  return upstream.requests[0]?.headers.authorization?.replace("Bearer ", "");
}

test("another organization's credential is never visible or used elsewhere, even if it covers all workspaces", async () => {
  const stored = { provider: "openai", key: OWN, workspace_id: null };
  const { body } = await gateway.call("POST", "/byok", stored, { key: FOREIGN });
  const { id } = body.data;
  expect(await upstreamKeyOf(gateway, FOREIGN)).toBe(OWN);
  expect(await upstreamKeyOf(gateway)).toBe("key-of-openai");
  expect((await gateway.call("GET", "/byok")).body).toEqual({ data: [], total_count: 0 });
  expect((await gateway.call("GET", "/byok?workspace_id=foreign")).status).toBe(404);
  expect((await gateway.call("POST", "/byok", { ...stored, workspace_id: "foreign" })).status).toBe(404);
  expect((await gateway.call("POST", `/byok/${id}/test`)).status).toBe(404);
  expect((await gateway.call("POST", "/byok/order", { ids: [id] })).status).toBe(404);
  for (const [method, change] of [["GET"], ["PATCH", { name: "Mine" }], ["DELETE"]] as const)
    expect((await gateway.call(method, `/byok/${id}`, change)).status).toBe(404);
  const { hash } = await gateway.newKey();
  const scoped = { ...stored, allowed_api_key_hashes: [hash] };
  expect((await gateway.call("POST", "/byok", scoped, { key: FOREIGN })).status).toBe(400);
  expect((await gateway.call("DELETE", `/byok/${id}`, undefined, { key: FOREIGN })).status).toBe(200);
});

test("a change in one process takes effect in the other", async () => {
  const { body } = await gateway.call("POST", "/byok", { provider: "openai", key: OWN });
  await vi.waitFor(async () => expect(await upstreamKeyOf(other)).toBe(OWN), 10_000);
  const replaced = "sk-own-zyxwvutsrqponmlkjihg";
  await other.call("PATCH", `/byok/${body.data.id}`, { key: replaced });
  expect(await upstreamKeyOf(other)).toBe(replaced);
  await vi.waitFor(async () => expect(await upstreamKeyOf(gateway)).toBe(replaced), 10_000);
  await gateway.call("DELETE", `/byok/${body.data.id}`);
  await vi.waitFor(async () => expect(await upstreamKeyOf(other)).toBe("key-of-openai"), 10_000);
});
