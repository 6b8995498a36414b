import { expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";

const gateway = sharedGateway();

let made = 0;
const unused = () => `Rule ${++made}`;
const add = (fields: object) =>
  gateway.call("POST", "/rate-limits", { name: unused(), subject: "workspace", ...fields });

test("a rule is created with its defaults, read, changed and deleted", async () => {
  const { status, body } = await add({ subject: "key", requests_per_minute: 600, model: "local/echo" });
  expect([status, body.error?.message]).toEqual([201, undefined]);
  expect(body.data).toMatchObject({
    subject: "key",
    key_hash: null,
    user_id: null,
    model: "local/echo",
    requests_per_minute: 600,
    requests_per_day: null,
    concurrent_requests: null,
    max_wait_seconds: 0,
    priority: null,
  });
  const path = `/rate-limits/${body.data.id}`;
  const changes = { requests_per_minute: null, output_tokens_per_day: 5_000, priority: "low" };
  const changed = await gateway.call("PATCH", path, changes);
  expect(changed.body.data).toMatchObject({ ...changes, name: body.data.name, model: "local/echo" });
  expect((await gateway.call("GET", path)).body.data).toEqual(changed.body.data);
  expect((await gateway.call("GET", "/rate-limits?limit=100")).body.data).toContainEqual(changed.body.data);
  expect((await gateway.call("DELETE", path)).body).toEqual({ deleted: true });
  expect((await gateway.call("GET", path)).status).toBe(404);
});

test.each([
  ["without a limit", {}, "requests_per_minute"],
  ["of an unknown model", { requests_per_day: 1, model: "nobody/nothing" }, "model"],
  ["with a key for a workspace", { requests_per_day: 1, key_hash: "a" }, "key_hash"],
  ["for an unknown key", { requests_per_day: 1, subject: "key", key_hash: "a" }, "key_hash"],
  ["for an unknown member", { requests_per_day: 1, subject: "member", user_id: crypto.randomUUID() }, "user_id"],
  ["for a member whose id is no UUID", { requests_per_day: 1, subject: "member", user_id: "me" }, "user_id"],
  ["that allows nothing", { requests_per_day: 0 }, "requests_per_day"],
  ["that waits for an hour", { requests_per_day: 1, max_wait_seconds: 3_600 }, "max_wait_seconds"],
])("a rule %s is rejected with its field", async (_name, fields, field) => {
  const { status, body } = await add(fields);
  expect([status, body.error.message]).toEqual([400, expect.stringContaining(field)]);
});

test("a rule keeps at least one limit or a priority", async () => {
  const { body } = await add({ requests_per_day: 1_000_000 });
  const changed = await gateway.call("PATCH", `/rate-limits/${body.data.id}`, { requests_per_day: null });
  expect(changed.status).toBe(400);
});

test("names are unique in a workspace", async () => {
  const name = unused();
  await add({ name, requests_per_day: 1_000_000 });
  expect((await add({ name, requests_per_day: 1_000_000 })).status).toBe(409);
  const other = (await add({ requests_per_day: 1_000_000 })).body.data;
  expect((await gateway.call("PATCH", `/rate-limits/${other.id}`, { name })).status).toBe(409);
  expect((await gateway.call("PATCH", `/rate-limits/${other.id}`, { name: other.name })).status).toBe(200);
});

test("a rule of a key stays with the key that replaces it, and goes with it", async () => {
  const { hash, key } = await gateway.newKey();
  const { id } = (await add({ subject: "key", key_hash: hash, requests_per_minute: 3 })).body.data;
  const ask = (by: string) => gateway.call("POST", "/responses", { model: "local/echo", input: "Hi" }, { key: by });
  expect((await ask(key)).headers.get("x-ratelimit-remaining-requests")).toBe("2");
  const rotated = await gateway.call("POST", `/keys/${hash}/rotate`, { grace_seconds: 600 });
  expect((await ask(rotated.body.key)).headers.get("x-ratelimit-remaining-requests")).toBe("1");
  expect((await ask(key)).headers.get("x-ratelimit-remaining-requests")).toBe("0");
  expect((await ask(rotated.body.key)).status).toBe(429);
  const successor = rotated.body.data.hash;
  expect((await gateway.call("GET", `/rate-limits/${id}`)).body.data.key_hash).toBe(successor);
  await gateway.call("DELETE", `/keys/${successor}`);
  expect((await gateway.call("GET", `/rate-limits/${id}`)).status).toBe(404);
});

test("the use of a rule names its subjects, the most used first", async () => {
  const fields = { subject: "key", requests_per_minute: 100, concurrent_requests: 50, model: "local/word-hash" };
  const { id } = (await add(fields)).body.data;
  const [often, once] = [await gateway.newKey({ name: "Often" }), await gateway.newKey({ name: "Once" })];
  const embed = (key: string) =>
    gateway.call("POST", "/embeddings", { model: "local/word-hash", input: "Hi" }, { key });
  for (const { key } of [often, often, once]) expect((await embed(key)).status).toBe(200);
  const { body } = await gateway.call("GET", `/rate-limits/${id}/use`);
  expect(body.is_shared).toBe(true);
  expect(body.data).toEqual([
    {
      subject_id: often.hash,
      subject_name: "Often",
      uses: [
        { field: "requests_per_minute", used: 2, limit: 100, resets_at: expect.any(String) },
        { field: "concurrent_requests", used: 0, limit: 50, resets_at: null },
      ],
    },
    { subject_id: once.hash, subject_name: "Once", uses: [expect.objectContaining({ used: 1 }), expect.anything()] },
  ]);
});
