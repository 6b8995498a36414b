import { beforeAll, describe, expect, test } from "vitest";
import { withoutSecrets } from "#server/audit/without-secrets.ts";
import { openDatabase } from "#server/data/database.ts";
import { becomeOwner, join, type Person } from "#tests/support/people.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";

let owner: Person;
let member: Person;

const gateway = sharedGateway();

beforeAll(async () => {
  owner = await becomeOwner(gateway);
  member = await join(gateway, owner, "member", "alan@example.com");
});

async function audit(query = "") {
  const { status, body } = await gateway.call("GET", `/audit${query}`);
  expect(status).toBe(200);
  return body;
}

test("an entry contains the author, the values before and after, the time and the IP address", async () => {
  const { body } = await owner.call("POST", "/keys", { name: "First", limit: 5 });
  const { hash } = body.data;
  const startedAt = Date.now();
  const headers = { "x-request-id": "my-request" };
  await gateway.call("PATCH", `/keys/${hash}`, { name: "Second", limit: 7 }, { headers });
  const { data } = await audit(`?target_id=${hash}`);
  expect(data.map((one: { action: string }) => one.action)).toEqual(["key.update", "key.create"]);
  const [update, create] = data;
  expect(create).toMatchObject({
    actor: { type: "user", id: owner.id, name: owner.email },
    target: { type: "key", id: hash, name: "First" },
    before: null,
    workspace_id: body.data.workspace_id,
    after: { name: "First", limit: 5, label: body.data.label },
  });
  expect(update).toMatchObject({
    actor: { type: "key", name: expect.stringMatching(/^sk-sb-…/) },
    before: { name: "First", limit: 5 },
    after: { name: "Second", limit: 7 },
    request_id: "my-request",
    address: expect.stringContaining("127.0.0.1"),
  });
  expect(Date.parse(update.created_at)).toBeGreaterThan(startedAt - 60_000);
  expect(update.created_at).toMatch(/Z$/);
});

test("creating the first owner is logged without the setup token or the password", async () => {
  const { data } = await audit("?action=organization.set_up");
  expect(data).toMatchObject([
    {
      actor: { type: "user", id: owner.id, name: owner.email },
      target: { type: "member", id: owner.id, name: owner.email },
      before: null,
      workspace_id: null,
    },
  ]);
  expect(data[0].after).toEqual({ email: owner.email, role: "owner" });
});

test("rejected requests and changes without effect add no entry", async () => {
  const { hash } = await gateway.newKey();
  const before = (await audit()).total_count;
  await gateway.call("PATCH", `/keys/${hash}`, {});
  await gateway.call("PATCH", `/keys/${hash}`, { name: "" });
  await gateway.call("DELETE", "/keys/nothing");
  await gateway.call("GET", "/keys");
  await gateway.call("DELETE", "/workspaces/default/budgets/daily");
  expect((await audit()).total_count).toBe(before);
});

describe("the log can be read", () => {
  test("with filters by actor, action, target, workspace and time", async () => {
    await gateway.call("POST", "/workspaces", { name: "Apart", slug: "apart" });
    await gateway.newKey({ workspace_id: "apart" });
    const actions = async (query: string) =>
      new Set((await audit(query)).data.map((one: { action: string }) => one.action));
    expect(await actions("?workspace_id=apart")).toEqual(new Set(["workspace.create", "key.create"]));
    expect(await actions("?action=workspace&workspace_id=apart")).toEqual(new Set(["workspace.create"]));
    expect(await actions("?action=key.create&workspace_id=apart")).toEqual(new Set(["key.create"]));
    expect(await actions("?action=work")).toEqual(new Set());
    expect(await actions("?target_type=invitation")).toEqual(new Set(["invitation.create"]));
    expect(await actions(`?actor=${member.id}`)).toEqual(new Set(["member.join"]));
    expect(await actions("?from=2100-01-01T00:00:00Z")).toEqual(new Set());
    expect(await actions("?to=2020-01-01T00:00:00Z")).toEqual(new Set());
    expect((await gateway.call("GET", "/audit?from=yesterday")).status).toBe(400);
    expect((await gateway.call("GET", "/audit?workspace_id=nowhere")).status).toBe(404);
  });

  test("page by page, newest first", async () => {
    const all = (await audit("?limit=100")).data.map(({ id }: { id: number }) => id);
    expect(all).toEqual([...all].sort((a, b) => b - a));
    const page = await audit("?offset=1&limit=2");
    expect(page.data.map(({ id }: { id: number }) => id)).toEqual(all.slice(1, 3));
  });

  test("only by owners, admins and management keys", async () => {
    const { key } = await gateway.newKey();
    expect((await owner.call("GET", "/audit")).status).toBe(200);
    expect((await member.call("GET", "/audit")).status).toBe(403);
    expect((await gateway.call("GET", "/audit", undefined, { key })).status).toBe(403);
  });
});

describe("a secret", () => {
  test("from a created or rotated key is never in the log", async () => {
    const { key, hash } = await gateway.newKey();
    const rotated = await gateway.call("POST", `/keys/${hash}/rotate`, {});
    const text = JSON.stringify(await audit("?limit=100"));
    for (const secret of [key, rotated.body.key]) expect(text).not.toContain(secret);
  });

  test("never reaches the log, under any field name or within any text", () => {
    const secret = "sk-abcdefghijklmnopqrstuvwxyz";
    const given = {
      key: "plain",
      api_key: "plain",
      sealedKey: Buffer.from("plain"),
      password: "plain",
      tokenHash: "plain",
      nested: [{ client_secret: "plain", note: `was ${secret} before` }],
      "x-api-key": "plain",
    };
    const kept = {
      name: "Ada",
      key_hash: "ab12",
      max_tokens: 5,
      include_byok: true,
      key_ids: [1],
      label: "sk-sb-…4f2a",
    };
    const text = JSON.stringify(withoutSecrets({ ...given, ...kept }));
    expect(text).not.toContain("plain");
    expect(text).not.toContain(secret);
    expect(text).not.toContain(Buffer.from("plain").toJSON().data.join(","));
    expect(withoutSecrets(kept)).toEqual(kept);
    expect(withoutSecrets(undefined)).toBeNull();
  });
});

test("the database rejects changing or deleting an entry", async () => {
  const own = await openPooledGateway();
  await own.newKey();
  await own.stop({ keepFolder: true });
  const database = await openDatabase({ folder: own.folder });
  for (const statement of ["update audit set actor_name = 'nobody'", "delete from audit"]) {
    await expect(database.pool.query(statement)).rejects.toThrow("never changed");
  }
  await database.close();
});
