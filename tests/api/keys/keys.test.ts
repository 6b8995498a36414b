import { describe, expect, test } from "vitest";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";

const gateway = sharedGateway();

const statusWith = async (key: string) => (await gateway.call("GET", "/key", undefined, { key })).status;
const create = (fields: object) => gateway.call("POST", "/keys", { name: "Test", ...fields });

describe("a new key", () => {
  test("is shown in plain text once, and works at once", async () => {
    const { status, body } = await create({ name: "  Build server  " });
    expect(status).toBe(201);
    expect(body.key).toMatch(/^sk-sb-[0-9A-Za-z]{49}$/);
    expect(body.data).toMatchObject({ name: "Build server", disabled: false, usage: 0, limit: null, expires_at: null });
    expect(body.data.label).toBe(`sk-sb-…${body.key.slice(-4)}`);
    expect(await statusWith(body.key)).toBe(200);
    const later = await gateway.call("GET", `/keys/${body.data.hash}`);
    expect(later.body).toEqual({ data: { ...body.data, last_used_at: later.body.data.last_used_at } });
    expect(JSON.stringify((await gateway.call("GET", "/keys")).body)).not.toContain(body.key);
  });

  test.each([0, 0.1, 1e-9, 12.345678901, 9_000_000])("stores a limit of %d USD exactly", async (limit) => {
    const { body } = await create({ limit, limit_reset: "monthly" });
    expect(body.data).toMatchObject({ limit, limit_remaining: limit, limit_reset: "monthly" });
  });

  test.each([
    { limit: 0.1234567891 },
    { limit: -1 },
    { limit: 9_000_001 },
    { limit: "5" },
    { limit_reset: "hourly" },
    { name: "   " },
    { name: undefined },
    { expires_at: "2020-01-01T00:00:00Z" },
    { expires_at: "tomorrow" },
    { creator_user_id: "00000000-0000-4000-8000-000000000000" },
    { surprise: true },
  ])("is rejected with %j", async (fields) => {
    expect((await create(fields)).status).toBe(400);
  });

  test("can be imported, but not twice", async () => {
    const api_key = "a-key-of-the-customer-s-own-making";
    const { status, body } = await create({ external: { user: "customer-7", api_key } });
    expect(status).toBe(201);
    expect(body).toMatchObject({ key: api_key, data: { external_user: "customer-7" } });
    expect(await statusWith(api_key)).toBe(200);
    expect((await create({ external: { user: "customer-8", api_key } })).status).toBe(409);
  });

  test("stops working at its expiry", async () => {
    const { body } = await create({ expires_at: new Date(Date.now() + 600).toISOString() });
    expect(await statusWith(body.key)).toBe(200);
    await expect.poll(() => statusWith(body.key), { timeout: 5_000 }).toBe(401);
  });

  test("can be a management key, which has administrative access", async () => {
    const { body } = await create({ is_management_key: true });
    expect(body.data.is_management_key).toBe(true);
    expect((await gateway.call("GET", "/keys", undefined, { key: body.key })).status).toBe(200);
  });

  test("belongs to the named workspace, by id or slug", async () => {
    const own = await create({});
    for (const workspace_id of [own.body.data.workspace_id, "default"]) {
      expect((await create({ workspace_id })).body.data.workspace_id).toBe(own.body.data.workspace_id);
    }
    expect((await create({ workspace_id: "elsewhere" })).status).toBe(404);
  });
});

describe("an ordinary key can read", () => {
  test("itself, and no other key", async () => {
    const [own, other] = [await gateway.newKey(), await gateway.newKey()];
    const read = (hash: string) => gateway.call("GET", `/keys/${hash}`, undefined, { key: own.key });
    expect((await read(own.hash)).body.data.hash).toBe(own.hash);
    expect((await read(other.hash)).status).toBe(404);
    expect((await read("f".repeat(64))).status).toBe(404);
  });

  test("its own properties", async () => {
    const { body } = await create({ limit: 2 });
    const current = await gateway.call("GET", "/key", undefined, { key: body.key });
    expect(current.body.data).toMatchObject({
      label: body.data.label,
      is_management_key: false,
      is_provisioning_key: false,
      limit: 2,
      limit_remaining: 2,
      workspace_id: body.data.workspace_id,
    });
    const management = await gateway.call("GET", "/key");
    expect(management.body.data.is_management_key).toBe(true);
  });
});

describe("a change", () => {
  test("takes effect with the next call", async () => {
    const { key, hash } = await gateway.newKey();
    for (const [disabled, status] of [
      [true, 401],
      [false, 200],
    ] as const) {
      await gateway.call("PATCH", `/keys/${hash}`, { disabled });
      expect(await statusWith(key)).toBe(status);
    }
    await gateway.call("PATCH", `/keys/${hash}`, { expires_at: "2020-01-01T00:00:00Z" });
    expect(await statusWith(key)).toBe(401);
    await gateway.call("PATCH", `/keys/${hash}`, { expires_at: null });
    expect(await statusWith(key)).toBe(200);
  });

  test("affects only the fields sent, and null clears a field", async () => {
    const { hash } = await gateway.newKey({ limit: 5, limit_reset: "daily", include_byok_in_limit: true });
    const named = await gateway.call("PATCH", `/keys/${hash}`, { name: "Renamed" });
    expect(named.body.data).toMatchObject({
      name: "Renamed",
      limit: 5,
      limit_reset: "daily",
      include_byok_in_limit: true,
    });
    const removed = await gateway.call("PATCH", `/keys/${hash}`, { limit: null, limit_reset: null });
    expect(removed.body.data).toMatchObject({ name: "Renamed", limit: null, limit_remaining: null, limit_reset: null });
  });

  test("that sends no fields changes nothing", async () => {
    const { hash } = await gateway.newKey();
    const before = await gateway.call("GET", `/keys/${hash}`);
    for (const body of [{}, undefined]) {
      const response = await gateway.call("PATCH", `/keys/${hash}`, body);
      expect(response.status).toBe(200);
      expect(response.body).toEqual(before.body);
    }
  });

  test.each([
    { limit: -1 },
    { name: "" },
    { name: null },
    { disabled: null },
    { hash: "x" },
    { workspace_id: "default" },
  ])("that sends %j is rejected", async (change) => {
    const { hash } = await gateway.newKey();
    expect((await gateway.call("PATCH", `/keys/${hash}`, change)).status).toBe(400);
  });
});

describe("a rotation", () => {
  test("creates a key with the same name and limits; the old one works during the grace period", async () => {
    const old = await gateway.newKey({ name: "Shop", limit: 3, limit_reset: "weekly", include_byok_in_limit: true });
    const { status, body } = await gateway.call("POST", `/keys/${old.hash}/rotate`, { grace_seconds: 1 });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ name: "Shop", limit: 3, limit_reset: "weekly", include_byok_in_limit: true });
    expect(body.data.hash).not.toBe(old.hash);
    expect(await statusWith(body.key)).toBe(200);
    expect(await statusWith(old.key)).toBe(200);
    const { data } = (await gateway.call("GET", `/keys/${old.hash}`)).body;
    expect(data.rotated_to).toBe(body.data.hash);
    await expect.poll(() => statusWith(old.key), { timeout: 5_000 }).toBe(401);
    expect(await statusWith(body.key)).toBe(200);
  });

  test("with no grace period ends the old key at once", async () => {
    const old = await gateway.newKey();
    const { body } = await gateway.call("POST", `/keys/${old.hash}/rotate`, { grace_seconds: 0 });
    expect(await statusWith(old.key)).toBe(401);
    expect(await statusWith(body.key)).toBe(200);
  });

  test("sent without a body gives a grace period of one day", async () => {
    const { hash } = await gateway.newKey();
    expect((await gateway.call("POST", `/keys/${hash}/rotate`)).status).toBe(201);
    const { data } = (await gateway.call("GET", `/keys/${hash}`)).body;
    expect(Date.parse(data.expires_at) - Date.now()).toBeGreaterThan(86_000_000);
  });

  test("never extends a key's life", async () => {
    const expires_at = new Date(Date.now() + 3_600_000).toISOString();
    const { hash } = await gateway.newKey({ expires_at });
    const { body } = await gateway.call("POST", `/keys/${hash}/rotate`);
    const old = await gateway.call("GET", `/keys/${hash}`);
    expect([body.data.expires_at, old.body.data.expires_at]).toEqual([expires_at, expires_at]);
  });

  test("happens only once for two simultaneous requests", async () => {
    const { hash } = await gateway.newKey();
    const responses = await Promise.all([1, 2].map(() => gateway.call("POST", `/keys/${hash}/rotate`)));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  test("is rejected for an expired key", async () => {
    const { hash } = await gateway.newKey();
    await gateway.call("PATCH", `/keys/${hash}`, { expires_at: "2020-01-01T00:00:00Z" });
    expect((await gateway.call("POST", `/keys/${hash}/rotate`)).status).toBe(409);
    expect((await gateway.call("POST", `/keys/${"0".repeat(64)}/rotate`)).status).toBe(404);
  });
});

describe("a deleted key", () => {
  test("no longer works and cannot be found", async () => {
    const { key, hash } = await gateway.newKey();
    const { status, body } = await gateway.call("DELETE", `/keys/${hash}`);
    expect([status, body]).toEqual([200, { deleted: true }]);
    expect(await statusWith(key)).toBe(401);
    for (const method of ["GET", "PATCH", "DELETE"]) {
      expect((await gateway.call(method, `/keys/${hash}`)).status).toBe(404);
    }
  });

  test("lets its calls in progress finish and be counted", async () => {
    const { key, hash } = await gateway.newKey();
    const body = { model: "local/echo", input: "word ".repeat(60), stream: true };
    const stream = gateway.call("POST", "/responses", body, { key });
    await gateway.call("GET", "/key");
    await gateway.call("DELETE", `/keys/${hash}`);
    const response = await stream;
    expect(response.body).toContain("response.completed");
    const id = response.headers.get("x-generation-id");
    const { body: found } = await gateway.call("GET", `/generation?id=${id}`);
    expect(found.data).toMatchObject({ key_hash: hash, cancelled: false });
  });

  test("keeps its last name in logs, exports and reports", async () => {
    const { key, hash } = await gateway.newKey({ name: "before" });
    const tagged = { "x-session-id": "of-a-deleted-key" };
    await gateway.call("POST", "/responses", { model: "local/echo", input: "hi" }, { key, headers: tagged });
    await gateway.call("PATCH", `/keys/${hash}`, { name: "Nightly jobs" });
    await gateway.call("DELETE", `/keys/${hash}`);
    const named = expect.objectContaining({ api_key_hash: hash, api_key_name: "Nightly jobs" });
    const list = async (path: string) => (await gateway.call("GET", path)).body.data;
    expect(await list(`/generations?api_key_hash=${hash}`)).toEqual([named]);
    expect(await list(`/generations/sessions?api_key_hash=${hash}`)).toEqual([
      expect.objectContaining({ api_key_name: "Nightly jobs" }),
    ]);
    expect(await list("/chargeback?limit=100")).toContainEqual(named);
    const csv = await gateway.call("GET", `/generations/export?api_key_hash=${hash}`);
    expect(csv.body).toContain(`${hash},Nightly jobs,`);
  });
});

test("keys survive a kill of the process", async () => {
  const first = await openPooledGateway();
  const { key } = await first.newKey();
  await first.kill();
  const second = await openPooledGateway({ folder: first.folder });
  expect((await second.call("GET", "/key", undefined, { key })).status).toBe(200);
  await second.stop();
});
