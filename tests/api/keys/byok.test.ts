import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";

const NOBODY = "00000000-0000-4000-8000-000000000000";
const KEY = "sk-own-0123456789abcdefghij";
const OTHER_KEY = "sk-own-zyxwvutsrqponmlkjihg";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai", "anthropic", "google"] });

const create = (fields: object = {}) => gateway.call("POST", "/byok", { provider: "openai", key: KEY, ...fields });
const made = async (fields: object = {}) => (await create(fields)).body.data;
const get = (id: string) => gateway.call("GET", `/byok/${id}`);
const change = (id: string, fields: object) => gateway.call("PATCH", `/byok/${id}`, fields);
const remove = (id: string) => gateway.call("DELETE", `/byok/${id}`);
const ids = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id);

describe("a new credential", () => {
  test("is stored sealed and shown masked", async () => {
    const { status, body } = await create({ name: "  Ours  ", allowed_models: ["openai/gpt-4o-mini"] });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      provider: "openai",
      name: "Ours",
      label: "sk-…ghij",
      disabled: false,
      is_fallback: false,
      is_required: false,
      is_byok_only: false,
      declared_zdr: null,
      allowed_models: ["openai/gpt-4o-mini"],
      allowed_user_ids: null,
      allowed_api_key_hashes: null,
      is_readable: true,
      first_success_at: null,
      last_used_at: null,
      last_failure: null,
      successes: 0,
      failures: 0,
      usage: 0,
    });
    expect((await get(body.data.id)).body).toEqual(body);
    await remove(body.data.id);
  });

  test("reveals nothing of a short key", async () => {
    const { id, label } = await made({ key: "short-key" });
    expect(label).toBe("…");
    await remove(id);
  });

  test("belongs to one workspace or to all", async () => {
    const global = await made({ workspace_id: null });
    const own = await made({ workspace_id: "default" });
    expect(global.workspace_id).toBeNull();
    expect(own.workspace_id).toMatch(/^[0-9a-f-]{36}$/);
    const { body } = await gateway.call("GET", "/byok?workspace_id=default");
    expect(ids(body)).toEqual([own.id, global.id]);
    for (const { id } of [global, own]) await remove(id);
  });

  test.each<[string, object]>([
    ["without a key", { key: undefined }],
    ["with an empty key", { key: "" }],
    ["with a key of spaces", { key: "   " }],
    ["with a key that contains a line break", { key: "sk-own\r\nx-other: 1" }],
    ["with a key that is not ASCII", { key: "sk-öwn" }],
    ["without a provider", { provider: undefined }],
    ["for an unknown provider", { provider: "nobody" }],
    ["for a provider that accepts no key", { provider: "local" }],
    ["with a name that is too long", { name: "x".repeat(256) }],
    ["with too many models", { allowed_models: Array.from({ length: 101 }, (_, n) => `a/${n}`) }],
    ["with too many users", { allowed_user_ids: Array.from({ length: 101 }, (_, n) => String(n)) }],
    ["with too many API keys", { allowed_api_key_hashes: Array.from({ length: 101 }, () => "0".repeat(64)) }],
    ["with no API key", { allowed_api_key_hashes: [] }],
    ["with an invalid key hash", { allowed_api_key_hashes: ["abc"] }],
    ["with an unknown API key", { allowed_api_key_hashes: ["0".repeat(64)] }],
    ["as both a fallback and the only credential", { is_fallback: true, is_byok_only: true }],
    ["with a flag that is a string", { is_required: "yes" }],
    ["with a position", { sort_order: 3 }],
    ["with an unknown field", { surprise: true }],
  ])("is rejected %s", async (_, fields) => {
    const { status, body } = await create(fields);
    expect([status, body.error.code]).toEqual([400, 400]);
    expect(JSON.stringify(body)).not.toContain("sk-own");
  });

  test.each([
    `{"provider": "openai", "key": ${KEY}}`,
    `${KEY}`,
    `{"key": "${KEY}" "provider": "openai"}`,
    `{"key": "${KEY}`,
  ])("is not echoed when it is sent in invalid JSON: %s", async (text) => {
    const { status, body } = await gateway.call("POST", "/byok", text);
    expect([status, body.error.message]).toMatchObject([400, expect.stringContaining("not valid JSON")]);
    expect(JSON.stringify(body)).not.toContain("sk-own");
  });

  test("is rejected for an unknown workspace", async () => {
    expect((await create({ workspace_id: NOBODY })).status).toBe(404);
  });
});

describe("a stored credential", () => {
  test("is changed field by field, and null clears a field", async () => {
    const { hash } = await gateway.newKey();
    const { id } = await made({ name: "Before" });
    const fields = {
      name: "After",
      disabled: true,
      is_required: true,
      declared_zdr: true,
      allowed_models: ["a/b"],
      allowed_user_ids: [NOBODY],
      allowed_api_key_hashes: [hash],
    };
    expect((await change(id, fields)).body.data).toMatchObject(fields);
    const nothing = { name: null, allowed_models: null, allowed_user_ids: null, allowed_api_key_hashes: null };
    expect((await change(id, { ...nothing, declared_zdr: null })).body.data).toMatchObject({
      ...nothing,
      declared_zdr: null,
      disabled: true,
      is_required: true,
    });
    expect((await gateway.call("PATCH", `/byok/${id}`)).body.data.updated_at).toBeTruthy();
    await remove(id);
  });

  test("can get a new key in place, which resets the label and the counts", async () => {
    const before = await made({ name: "Stays" });
    const { status, body } = await change(before.id, { key: OTHER_KEY });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ id: before.id, name: "Stays", label: "sk-…jihg" });
    expect(Date.parse(body.data.key_set_at)).toBeGreaterThan(Date.parse(before.key_set_at));
    await remove(before.id);
  });

  test.each<[string, object]>([
    ["an empty key", { key: "" }],
    ["another provider", { provider: "anthropic" }],
    ["another workspace", { workspace_id: null }],
    ["no API key", { allowed_api_key_hashes: [] }],
    ["a fallback that is also the only credential", { is_fallback: true }],
    ["an unknown field", { surprise: 1 }],
  ])("rejects a change to %s", async (_, fields) => {
    const { id } = await made({ is_byok_only: true });
    expect((await change(id, fields)).status).toBe(400);
    await remove(id);
  });

  test("cannot be found after it is deleted", async () => {
    const { id } = await made();
    expect((await remove(id)).body).toEqual({ deleted: true });
    const answers = [get(id), change(id, { name: "x" }), remove(id), gateway.call("POST", `/byok/${id}/test`)];
    for (const answer of await Promise.all(answers)) expect(answer.status).toBe(404);
    expect(ids((await gateway.call("GET", "/byok")).body)).not.toContain(id);
  });

  test.each(["GET", "PATCH", "DELETE"])("%s with an unknown or invalid id returns 404", async (method) => {
    const body = method === "PATCH" ? { name: "x" } : undefined;
    expect((await gateway.call(method, `/byok/${NOBODY}`, body)).status).toBe(404);
    expect((await gateway.call(method, "/byok/first", body)).status).toBe(404);
  });

  test("can be the target of a negotiated price", async () => {
    const { id } = await made();
    const override = { credential_id: id, discount_basis_points: 100, source: "contract" };
    expect((await gateway.call("POST", "/prices", override)).status).toBe(201);
    expect((await gateway.call("POST", "/prices", { ...override, provider: "anthropic" })).status).toBe(400);
    await remove(id);
  });
});

describe("the list", () => {
  test("is grouped by provider in the order keys are tried, page by page", async () => {
    const fallback = await made({ is_fallback: true });
    const first = await made();
    const second = await made();
    const foreign = await made({ provider: "anthropic" });
    const list = async (query = "") => (await gateway.call("GET", `/byok${query}`)).body;
    expect(ids(await list())).toEqual([foreign.id, first.id, second.id, fallback.id]);
    expect(ids(await list("?provider=openai&limit=1&offset=1"))).toEqual([second.id]);
    expect((await list("?provider=openai")).total_count).toBe(3);
    const order = (wanted: string[]) => gateway.call("POST", "/byok/order", { ids: wanted });
    expect(ids((await order([second.id, first.id])).body)).toEqual([second.id, first.id, fallback.id]);
    expect(ids(await list("?provider=openai"))).toEqual([second.id, first.id, fallback.id]);
    expect(ids((await order([fallback.id])).body)).toEqual([fallback.id, second.id, first.id]);
    expect(ids(await list("?provider=openai"))).toEqual([second.id, first.id, fallback.id]);
    expect((await order([first.id, first.id])).status).toBe(400);
    expect((await order([first.id, foreign.id])).status).toBe(400);
    expect((await order([first.id, NOBODY])).status).toBe(404);
    for (const { id } of [fallback, first, second, foreign]) await remove(id);
  });

  test.each(["limit=0", "limit=101", "offset=-1", "provider="])("is rejected for %s", async (query) => {
    expect((await gateway.call("GET", `/byok?${query}`)).status).toBe(400);
  });
});

describe("a test call", () => {
  const tried = async (provider: string, key: string) =>
    (await gateway.call("POST", "/byok/test", { provider, key })).body.data;

  test.each([
    ["openai", "/v1/models", "authorization", `Bearer ${KEY}`],
    ["anthropic", "/v1/models", "x-api-key", KEY],
    ["google", "/v1beta/models", "x-goog-api-key", KEY],
  ])("to %s requests its models with the key", async (provider, path, header, value) => {
    upstream.reset();
    expect(await tried(provider, KEY)).toMatchObject({ outcome: "accepted", status: 200, raw: null });
    expect(upstream.requests[0]).toMatchObject({ method: "GET", path: `/${provider}${path}` });
    expect(upstream.requests[0]?.headers[header]).toBe(value);
  });

  test.each(["openai", "anthropic", "google"])(
    "to %s returns the response to a wrong key, masked",
    async (provider) => {
      const key = "invalid-0123456789abcdefghij";
      const response = await tried(provider, key);
      expect(response).toMatchObject({
        outcome: "refused",
        message: expect.stringContaining("rejected the credential"),
      });
      expect(response.raw).toMatch(/key/i);
      expect(JSON.stringify(response)).not.toContain(key);
    },
  );

  test("reports `unknown` if the provider fails or accepts any key", async () => {
    upstream.reset();
    upstream.script({ times: 1, fault: { status: 500 } });
    expect(await tried("openai", KEY)).toMatchObject({ outcome: "unknown", status: 500 });
    upstream.script({ times: 1, fault: { resetBeforeHeaders: true } });
    expect(await tried("openai", KEY)).toMatchObject({ outcome: "unknown", status: null, raw: null });
    upstream.script({ reply: { status: 200, body: "{}" } });
    expect(await tried("openai", KEY)).toMatchObject({ outcome: "unknown", status: 200 });
    upstream.reset();
  });

  test("stores only that a stored key was accepted", async () => {
    await tried("openai", KEY);
    expect((await gateway.call("GET", "/byok")).body.total_count).toBe(0);
    const { id } = await made();
    const { status, body } = await gateway.call("POST", `/byok/${id}/test`);
    expect([status, body.data.outcome]).toEqual([200, "accepted"]);
    expect((await get(id)).body.data).toMatchObject({ tested_at: expect.any(String), successes: 0 });
    expect((await change(id, { key: "invalid-0123456789abcdefghij" })).body.data.tested_at).toBeNull();
    expect((await gateway.call("POST", `/byok/${id}/test`)).body.data.outcome).toBe("refused");
    expect((await get(id)).body.data.tested_at).toBeNull();
    await remove(id);
  });

  test.each<[string, object]>([
    ["an unknown provider", { provider: "nobody", key: KEY }],
    ["a provider that accepts no key", { provider: "local", key: KEY }],
    ["no key", { provider: "openai" }],
    ["an unknown field", { provider: "openai", key: KEY, base_url: "http://127.0.0.1" }],
  ])("is rejected for %s", async (_, body) => {
    expect((await gateway.call("POST", "/byok/test", body)).status).toBe(400);
  });
});

test("no response, log line or audit entry contains a key, and changes are audited", async () => {
  const first = await create({ name: "Watched" });
  const { id } = first.body.data;
  const answers = [first];
  answers.push(await change(id, { key: OTHER_KEY }), await change(id, { disabled: true }), await get(id));
  answers.push(await gateway.call("GET", "/byok"), await remove(id), await create({ key: KEY, surprise: KEY }));
  const audit = await gateway.call("GET", `/audit?target_id=${id}`);
  const actions = audit.body.data.map(({ action }: { action: string }) => action);
  const named = ["credential.delete", "credential.update", "credential.rotate", "credential.create"];
  expect(actions).toEqual(named);
  const everythingSaid = JSON.stringify([...answers, audit].map(({ body }) => body)) + gateway.output();
  for (const key of [KEY, OTHER_KEY]) expect(everythingSaid).not.toContain(key);
  expect(everythingSaid).not.toContain("v1.");
});
