import { rmSync } from "node:fs";
import pg from "pg";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { keyIdentity } from "#server/auth/keys/new-key.ts";
import { type Browser, browser } from "#tests/support/browser.ts";
import { startPostgres } from "#tests/support/databases.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedPostgres } from "#tests/support/servers/shared-postgres.ts";

// Two organizations; the first has two workspaces. Rows are inserted directly, so that no other endpoint is needed.

const FOREIGN_KEY = "sk-sb-key-of-another-organization-1";
const FOREIGN_MANAGEMENT_KEY = "sk-sb-management-key-of-another-organization";

const server = sharedPostgres();
const gateway = sharedGateway(() => ({ env: { DATABASE_URL: server.url } }));

let second: string;

beforeAll(async () => {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  const insert = async (statement: string, ...values: unknown[]): Promise<string> =>
    (await client.query(`${statement} returning id`, values)).rows[0].id;
  const own = (await client.query("select id from organization")).rows[0].id;
  const other = await insert("insert into organization (name, slug) values ('Other', 'other')");
  const space = "insert into workspace (organization_id, name, slug, is_default) values ($1, $2, $2, $3)";
  second = await insert(space, own, "second", false);
  const foreign = await insert(space, other, "foreign", true);
  for (const [secret, kind] of [
    [FOREIGN_KEY, "normal"],
    [FOREIGN_MANAGEMENT_KEY, "management"],
  ] as const) {
    const { hash, label } = keyIdentity(secret);
    const key = "insert into api_key (hash, name, label, kind, workspace_id) values ($1, 'Foreign', $2, $3, $4)";
    await insert(key, hash, label, kind, foreign);
  }
  await client.query("select pg_notify('switchboard_changes', 'workspaces')");
  await client.end();
  await vi.waitFor(
    async () => expect((await gateway.call("GET", "/keys?workspace_id=second")).status).toBe(200),
    10_000,
  );
});

describe("a management key", () => {
  test("can access every workspace of its organization, by slug or id", async () => {
    const { body } = await gateway.call("POST", "/keys", { name: "Elsewhere", workspace_id: "second" });
    expect(body.data.workspace_id).toBe(second);
    const { hash } = body.data;
    const listed = async (query: string) =>
      (await gateway.call("GET", `/keys${query}`)).body.data.map((key: { hash: string }) => key.hash);
    expect(await listed("?workspace_id=second")).toEqual([hash]);
    expect(await listed(`?workspace_id=${second}`)).toEqual([hash]);
    expect(await listed("")).not.toContain(hash);
    expect((await gateway.call("PATCH", `/keys/${hash}`, { name: "Renamed" })).body.data.name).toBe("Renamed");
    expect((await gateway.call("DELETE", `/keys/${hash}`)).status).toBe(200);
  });

  test("cannot find another organization's guardrails or assign one to a key of another workspace", async () => {
    const foreign = (method: string, path: string, body?: object) =>
      gateway.call(method, path, body, { key: FOREIGN_MANAGEMENT_KEY });
    const { id } = (await foreign("POST", "/guardrails", { name: "Foreign" })).body.data;
    const { id: own } = (await gateway.call("POST", "/guardrails", { name: "Own" })).body.data;
    for (const [method, path, body] of [
      ["GET", ""],
      ["PATCH", "", { name: "Mine" }],
      ["DELETE", ""],
      ["GET", "/versions"],
      ["GET", "/assignments/keys"],
      ["POST", "/assignments/keys", { key_hashes: [keyIdentity(FOREIGN_KEY).hash] }],
      ["POST", "/assignments/keys/remove", { key_hashes: [keyIdentity(FOREIGN_KEY).hash] }],
      ["GET", "/assignments/members"],
      ["POST", "/assignments/members", { member_user_ids: [second] }],
      ["POST", "/assignments/members/remove", { member_user_ids: [second] }],
    ] as const) {
      expect([method, path, (await gateway.call(method, `/guardrails/${id}${path}`, body)).status]).toEqual([
        method,
        path,
        404,
      ]);
    }
    const elsewhere = await gateway.newKey({ workspace_id: "second" });
    for (const hash of [elsewhere.hash, keyIdentity(FOREIGN_KEY).hash]) {
      const body = { key_hashes: [hash] };
      expect((await gateway.call("POST", `/guardrails/${own}/assignments/keys`, body)).status).toBe(404);
    }
    const workspaceOf = (await foreign("GET", "/key")).body.data.workspace_id;
    expect((await gateway.call("PATCH", `/guardrails/${workspaceOf}`, { name: "Mine" })).status).toBe(404);
    expect((await gateway.call("GET", "/guardrails")).body.data.map((one: { id: string }) => one.id)).toEqual([own]);
    expect((await gateway.call("GET", "/guardrails?workspace_id=second")).body.data).toEqual([]);
    const { body } = await gateway.call("PATCH", `/guardrails/${second}`, { name: "Second" });
    expect(body.data).toMatchObject({ id: second, workspace_id: second });
    await gateway.call("DELETE", `/guardrails/${second}`);
    await gateway.call("DELETE", `/keys/${elsewhere.hash}`);
  });

  test("finds nothing of another organization", async () => {
    const { hash } = keyIdentity(FOREIGN_KEY);
    for (const method of ["GET", "PATCH", "DELETE"]) {
      expect((await gateway.call(method, `/keys/${hash}`)).status).toBe(404);
    }
    expect((await gateway.call("POST", `/keys/${hash}/rotate`)).status).toBe(404);
    expect((await gateway.call("GET", "/keys?workspace_id=foreign")).status).toBe(404);
    expect((await gateway.call("POST", "/keys", { name: "Mine", workspace_id: "foreign" })).status).toBe(404);
    const own = await gateway.call("GET", "/keys", undefined, { key: FOREIGN_MANAGEMENT_KEY });
    expect(own.body.data.map((key: { name: string }) => key.name)).toEqual(["Foreign", "Foreign"]);
  });
});

test("a generation can be found in its workspace, and by the organization's management keys", async () => {
  const [own, other] = [await gateway.newKey(), await gateway.newKey({ workspace_id: "second" })];
  const body = { model: "local/echo", input: "hi" };
  const { headers } = await gateway.call("POST", "/responses", body, { key: other.key });
  const statusWith = async (key: string) =>
    (await gateway.call("GET", `/generation?id=${headers.get("x-generation-id")}`, undefined, { key })).status;
  expect(await statusWith(other.key)).toBe(200);
  expect(await statusWith(gateway.managementKey)).toBe(200);
  expect(await statusWith(own.key)).toBe(404);
  expect(await statusWith(FOREIGN_KEY)).toBe(404);
  expect(await statusWith(FOREIGN_MANAGEMENT_KEY)).toBe(404);
});

describe("a console session of the owner", () => {
  let owner: Browser;

  beforeAll(async () => {
    owner = browser(gateway.url);
    const token = new URL(gateway.setUpUrl as string).searchParams.get("token");
    const account = { name: "Ada", email: "ada@example.com", password: "correct horse battery" };
    expect((await owner.post("/api/session/setup", { token, ...account })).status).toBe(201);
  });

  test("manages keys in the page's workspace", async () => {
    const headers = { "x-switchboard-workspace": "second" };
    const made = await owner.post("/api/v1/keys", { name: "From the console" }, headers);
    expect(made.status).toBe(201);
    const { data } = (await made.json()) as { data: { workspace_id: string; creator_user_id: string } };
    expect(data.workspace_id).toBe(second);
    expect(data.creator_user_id).toMatch(/^[0-9a-f-]{36}$/);
    expect((await owner.get("/api/v1/keys", headers)).status).toBe(200);
    expect((await owner.get("/api/metrics")).status).toBe(200);
  });

  test("gets an error for the current key", async () => {
    expect((await owner.get("/api/v1/key")).status).toBe(404);
  });

  test("cannot write on behalf of another site's page", async () => {
    const foreign = { origin: "https://elsewhere.example", "sec-fetch-site": "cross-site" };
    expect((await owner.post("/api/v1/keys", { name: "Forged" }, foreign)).status).toBe(403);
  });
});

test("when the database goes away, health reports it and the process survives", async () => {
  const own = await startPostgres();
  const alone = await openPooledGateway({ env: { DATABASE_URL: own.url } });
  const health = async () => (await (await fetch(`${alone.url}/api/health`)).json()).status;
  expect(await health()).toBe("ok");
  await own.close();
  await expect.poll(health).toBe("degraded");
  expect((await alone.call("GET", "/models?limit=1")).status).toBe(200);
  await alone.kill();
  rmSync(alone.folder, { recursive: true });
});
