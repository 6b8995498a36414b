import { beforeAll, describe, expect, test } from "vitest";
import { becomeOwner, join, type Person } from "#tests/support/people.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { formWith, upload } from "../files/uploading.ts";

const TOKEN = "a-token-for-scraping-metrics";
const gateway = sharedGateway({ env: { METRICS_TOKEN: TOKEN } });

let admin: Person;
let member: Person;

beforeAll(async () => {
  const owner = await becomeOwner(gateway);
  admin = await join(gateway, owner, "admin", "grace@example.com");
  member = await join(gateway, owner, "member", "alan@example.com");
});

async function memberKey(fields: object = {}): Promise<string> {
  const { status, body } = await member.call("POST", "/keys", { name: "Mine", ...fields });
  expect(status, JSON.stringify(body)).toBe(201);
  return `/keys/${body.data.hash}`;
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

describe("an administrator's setting on a member's key", () => {
  test.each<[string, object, object, string]>([
    ["pause", { disabled: true }, { disabled: false }, "disabled"],
    ["limit", { limit: 5 }, { limit: 6 }, "limit"],
    ["limit", { limit: 5 }, { limit: null }, "limit"],
    ["limit", { limit: 5, limit_reset: "monthly" }, { limit_reset: "daily" }, "limit"],
    ["limit", { limit: 5, include_byok_in_limit: true }, { include_byok_in_limit: false }, "limit"],
    ["expiry", { expires_at: inDays(2) }, { expires_at: inDays(3) }, "expires_at"],
    ["expiry", { expires_at: inDays(2) }, { expires_at: null }, "expires_at"],
  ])("the %s %j cannot be lifted by the member with %j", async (_, set, lift, field) => {
    const path = await memberKey();
    expect((await admin.call("PATCH", path, set)).body.data.set_by_admin).toEqual([field]);
    const before = (await member.call("GET", path)).body;
    const refusal = await member.call("PATCH", path, lift);
    expect([refusal.status, refusal.body.error.message]).toEqual([403, expect.stringContaining("administrator")]);
    expect((await member.call("GET", path)).body).toEqual(before);
    expect((await admin.call("PATCH", path, lift)).status).toBe(200);
  });

  test("can be made stricter by the member, and stays the administrator's", async () => {
    const path = await memberKey();
    await admin.call("PATCH", path, { limit: 5, expires_at: inDays(2) });
    const tightened = await member.call("PATCH", path, { limit: 4, expires_at: inDays(1), disabled: true });
    expect(tightened.status).toBe(200);
    expect(tightened.body.data).toMatchObject({ limit: 4, disabled: true, set_by_admin: ["limit", "expires_at"] });
    expect((await member.call("PATCH", path, { disabled: false })).status).toBe(200);
    expect((await member.call("PATCH", path, { limit: 5 })).status).toBe(403);
  });

  test("applies to the key that replaces it", async () => {
    const path = await memberKey();
    await admin.call("PATCH", path, { disabled: true });
    const rotated = await member.call("POST", `${path}/rotate`, {});
    expect(rotated.body.data).toMatchObject({ disabled: true, set_by_admin: ["disabled"] });
    expect((await member.call("PATCH", `/keys/${rotated.body.data.hash}`, { disabled: false })).status).toBe(403);
  });

  test("does not lock settings of the member", async () => {
    const path = await memberKey({ limit: 1, expires_at: inDays(1) });
    await member.call("PATCH", path, { disabled: true });
    const lifted = await member.call("PATCH", path, { disabled: false, limit: null, expires_at: null });
    expect(lifted.body.data).toMatchObject({ disabled: false, limit: null, expires_at: null, set_by_admin: [] });
  });
});

describe("a preset", () => {
  const put = (slug: string, key: string, temperature: number) =>
    gateway.call("POST", `/presets/${slug}/chat/completions`, { model: "local/echo", temperature }, { key });

  test("can be changed only by the key that created it, its replacement and administrators", async () => {
    const own = await gateway.newKey();
    const other = await gateway.newKey();
    expect((await put("owned", own.key, 0.1)).status).toBe(200);
    const refusal = await put("owned", other.key, 0.9);
    expect([refusal.status, refusal.body.error.message]).toEqual([403, expect.stringContaining("created this preset")]);
    const { body } = await gateway.call("GET", "/presets/owned", undefined, { key: other.key });
    expect(body.data.designated_version).toMatchObject({ version: 1, config: { temperature: 0.1 } });
    const rotated = await gateway.call("POST", `/keys/${own.hash}/rotate`, {});
    expect((await put("owned", rotated.body.key, 0.2)).status).toBe(200);
    expect((await put("owned", gateway.managementKey, 0.3)).status).toBe(200);
  });

  test("created by somebody else cannot be changed or deleted by a member", async () => {
    await put("theirs", gateway.managementKey, 0.1);
    const body = { model: "local/echo", temperature: 0.9 };
    expect((await member.call("POST", "/presets/theirs/chat/completions", body)).status).toBe(403);
    expect((await member.call("DELETE", "/presets/theirs")).status).toBe(403);
    expect((await member.call("POST", "/presets/mine/chat/completions", body)).status).toBe(200);
    expect((await member.call("DELETE", "/presets/mine")).status).toBe(200);
    expect((await admin.call("DELETE", "/presets/theirs")).status).toBe(200);
  });
});

test("a file can be deleted only by the key that uploaded it and by administrators", async () => {
  const own = await gateway.newKey();
  const other = await gateway.newKey();
  const send = async () => (await upload(gateway, formWith("a.txt", Buffer.from("text")), { key: own.key })).body.id;
  const remove = (id: string, key: string) => gateway.call("DELETE", `/files/${id}`, undefined, { key });
  const id = await send();
  const refusal = await remove(id, other.key);
  expect([refusal.status, refusal.body.error.message]).toEqual([403, expect.stringContaining("created this file")]);
  expect((await gateway.call("GET", `/files/${id}`, undefined, { key: other.key })).status).toBe(200);
  expect((await member.call("DELETE", `/files/${id}`)).status).toBe(403);
  expect((await remove(id, own.key)).status).toBe(200);
  expect((await remove(await send(), gateway.managementKey)).status).toBe(200);
});

test("metrics can be read by administrators and with the metrics token, which gives no other access", async () => {
  const status = async (path: string, headers: Record<string, string>) =>
    (await fetch(`${gateway.url}/api${path}`, { headers })).status;
  expect(await status("/metrics", { cookie: admin.cookies() })).toBe(200);
  expect(await status("/metrics", { cookie: member.cookies() })).toBe(403);
  expect(await status("/metrics", { authorization: `Bearer ${TOKEN}` })).toBe(200);
  expect(await status("/metrics", { authorization: `Bearer ${TOKEN}x` })).toBe(401);
  expect(await status("/metrics", {})).toBe(401);
  expect(await status("/v1/keys", { authorization: `Bearer ${TOKEN}` })).toBe(401);
});
