import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { becomeOwner } from "#tests/support/people.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type Event, post, recordOf, saying, streamOf } from "../calling.ts";

const MODEL = "openai/gpt-4o-mini";
const OTHER_MODEL = "openai/gpt-4o";
const SYSTEM = "key-of-openai";
const [FIRST, SECOND, LAST] = ["sk-own-first-000000000000", "sk-own-second-00000000000", "sk-own-last-0000000000000"];
/** The upstream responds to it with 401. */
const REFUSED = "invalid-own-0000000000000000";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai"] });

let owner: string;
const made: string[] = [];

beforeAll(async () => {
  owner = (await becomeOwner(gateway)).id;
});
beforeEach(async () => {
  for (const id of made.splice(0)) await gateway.call("DELETE", `/byok/${id}`);
});

async function store(key: string, fields: object = {}, provider = "openai"): Promise<string> {
  const { status, body } = await gateway.call("POST", "/byok", { provider, key, ...fields });
  if (status !== 201) throw new Error(`not stored: ${JSON.stringify(body)}`);
  made.push(body.data.id);
  return body.data.id;
}

/** The keys that arrived upstream during a request, in order. */
async function keysOf(options: { key?: string; model?: string; more?: object } = {}): Promise<string[]> {
  upstream.requests.length = 0;
  const { key, model = MODEL, more = {} } = options;
  await post(gateway, "responses", saying("responses", model, "Hello", { ...more }), { ...(key && { key }) });
  return upstream.requests.map(({ headers }) => (headers.authorization ?? "").replace("Bearer ", ""));
}

describe("BYOK credentials", () => {
  test("come before system credentials, whole and streamed, and every record says so", async () => {
    await store(FIRST, { name: "Ours" });
    expect(await keysOf()).toEqual([FIRST]);
    const headers = { "x-service-metadata": "enabled" };
    const answer = await post(gateway, "messages", saying("messages", MODEL, "Hello", { max_tokens: 9 }), { headers });
    expect(JSON.parse(answer.text)).toMatchObject({
      service_metadata: { is_byok: true, strategy: "direct", endpoints: { total: 2 }, attempts: [{ is_byok: true }] },
      usage: { is_byok: true, cost: 0 },
    });
    const { headers: streamed } = await streamOf(gateway, "chat", saying("chat", MODEL, "Hello"));
    const record = await recordOf(gateway, streamed);
    expect(record).toMatchObject({ is_byok: true, usage: 0, total_cost: 0, cost_proof: { holds: true } });
    expect(record.upstream_inference_cost).toBeGreaterThan(0);
    const [response] = record.provider_responses;
    expect(response).toMatchObject({ is_byok: true, credential_id: made[0], credential_name: "Ours", status: 200 });
  });

  test("are tried in order, then fallbacks, then system credentials", async () => {
    const fallback = await store(LAST, { is_fallback: true });
    await store(FIRST);
    await store(SECOND);
    const refusing = (...keys: string[]) =>
      upstream.script({
        match: ({ headers }) => keys.some((key) => headers.authorization?.endsWith(key)),
        fault: { status: 404 },
      });
    expect(await keysOf()).toEqual([FIRST]);
    refusing(FIRST);
    expect(await keysOf()).toEqual([FIRST, SECOND]);
    refusing(SECOND);
    expect(await keysOf()).toEqual([FIRST, SECOND, LAST]);
    refusing(LAST);
    expect(await keysOf()).toEqual([FIRST, SECOND, LAST, SYSTEM]);
    await gateway.call("POST", "/byok/order", { ids: [made[2], made[1]] });
    expect(await keysOf()).toEqual([SECOND, FIRST, LAST, SYSTEM]);
    await gateway.call("PATCH", `/byok/${fallback}`, { is_fallback: false });
    await gateway.call("POST", "/byok/order", { ids: [fallback] });
    expect(await keysOf({ more: { provider: { allow_fallbacks: false } } })).toEqual([LAST, SECOND, FIRST, SYSTEM]);
  });

  test("are listed in the request's log when rejected, and never shown", async () => {
    const id = await store(REFUSED, { name: "Old" });
    const { status, headers, text } = await post(gateway, "responses", saying("responses", MODEL, "Hello"));
    const record = await recordOf(gateway, headers);
    expect([status, record.is_byok]).toEqual([200, false]);
    expect(record.provider_responses).toMatchObject([
      { status: 401, is_byok: true, credential_id: id, credential_name: "Old" },
      { status: 200, is_byok: false, credential_id: null, credential_name: null },
    ]);
    expect(text + JSON.stringify(record) + gateway.output()).not.toContain(REFUSED);
  });

  test("do not block others from the provider when they fail", async () => {
    await store(REFUSED);
    for (let call = 0; call < 8; call++) expect((await keysOf()).at(-1)).toBe(SYSTEM);
    // By now the gateway avoids it for a while.
    expect(await keysOf()).toEqual([SYSTEM]);
  });

  test("are not used once disabled or deleted, and a replaced key applies to the next request", async () => {
    const id = await store(FIRST);
    await gateway.call("PATCH", `/byok/${id}`, { disabled: true });
    expect(await keysOf()).toEqual([SYSTEM]);
    await gateway.call("PATCH", `/byok/${id}`, { disabled: false, key: SECOND });
    expect(await keysOf()).toEqual([SECOND]);
    await gateway.call("DELETE", `/byok/${id}`);
    expect(await keysOf()).toEqual([SYSTEM]);
  });

  test("show the health of their current key", async () => {
    const id = await store(REFUSED);
    const record = async () => (await gateway.call("GET", `/byok/${id}`)).body.data;
    await keysOf();
    expect(await record()).toMatchObject({
      successes: 0,
      failures: 1,
      first_success_at: null,
      last_used_at: expect.any(String),
      last_failure: { status: 401, message: expect.stringContaining("rejected the credential") },
    });
    await gateway.call("PATCH", `/byok/${id}`, { key: FIRST });
    expect(await record()).toMatchObject({ successes: 0, failures: 0, last_failure: null, last_used_at: null });
    await keysOf();
    await keysOf();
    const { first_success_at: first, last_success_at: last, ...rest } = await record();
    expect(rest).toMatchObject({ successes: 2, failures: 0, last_failure: null, last_used_at: last });
    expect(Date.parse(first)).toBeLessThanOrEqual(Date.parse(last));
  });

  test("are also used for a provider without a system credential", async () => {
    const keyless = await openPooledGateway({ env: { ANTHROPIC_BASE_URL: `${upstream.url}/anthropic` } });
    const body = saying("messages", "anthropic/claude-sonnet-4.5", "Hello", { max_tokens: 9 });
    const before = await post(keyless, "messages", body);
    expect([before.status, JSON.parse(before.text).error.message]).toMatchObject([
      404,
      expect.stringContaining("add a provider key"),
    ]);
    const listed = async () =>
      (await keyless.call("GET", "/models/user?limit=1000")).body.data.map((one: Event) => one.id);
    expect(await listed()).not.toContain("anthropic/claude-sonnet-4.5");
    await keyless.call("POST", "/byok", { provider: "anthropic", key: FIRST });
    expect((await post(keyless, "messages", body)).status).toBe(200);
    expect(upstream.requests[0]?.headers["x-api-key"]).toBe(FIRST);
    expect(await listed()).toContain("anthropic/claude-sonnet-4.5");
    await keyless.stop();
  });
});

describe("the system credential", () => {
  test("is not used for models that require BYOK", async () => {
    await store(REFUSED, { is_required: true, allowed_models: [MODEL] });
    const { status, text } = await post(gateway, "responses", saying("responses", MODEL, "Hello"));
    expect([status, upstream.requests.length]).toEqual([502, 1]);
    const { error } = JSON.parse(text);
    expect(error.message).toContain("rejected the credential");
    expect(error.metadata).toMatchObject({ provider_name: expect.any(String), reason: "provider_key" });
    expect(await keysOf({ model: OTHER_MODEL })).toEqual([SYSTEM]);
  });

  test("is not used for a provider whose BYOK credential is exclusive", async () => {
    await store(FIRST, { is_byok_only: true, allowed_models: [MODEL] });
    expect(await keysOf()).toEqual([FIRST]);
    const { status, text } = await post(gateway, "responses", saying("responses", OTHER_MODEL, "Hello"));
    expect([status, JSON.parse(text).error.message]).toMatchObject([404, expect.stringContaining("(BYOK)")]);
    await gateway.call("PATCH", `/byok/${made[0]}`, { disabled: true });
    expect(await keysOf({ model: OTHER_MODEL })).toEqual([SYSTEM]);
  });
});

describe("a scope", () => {
  test("can name models by any of their names", async () => {
    await store(FIRST, { allowed_models: ["gpt-4o-mini"] });
    expect(await keysOf()).toEqual([FIRST]);
    expect(await keysOf({ model: OTHER_MODEL })).toEqual([SYSTEM]);
    await gateway.call("PATCH", `/byok/${made[0]}`, { allowed_models: [] });
    expect(await keysOf()).toEqual([SYSTEM]);
  });

  test("can name users, which covers their keys", async () => {
    await store(FIRST, { allowed_user_ids: [owner], is_byok_only: true });
    const { key } = await gateway.newKey({ creator_user_id: owner });
    expect(await keysOf({ key })).toEqual([FIRST]);
    expect(await keysOf()).toEqual([SYSTEM]);
  });

  test("can name API keys", async () => {
    const { key, hash } = await gateway.newKey();
    await store(FIRST, { allowed_api_key_hashes: [hash] });
    expect(await keysOf({ key })).toEqual([FIRST]);
    expect(await keysOf({ key: (await gateway.newKey()).key })).toEqual([SYSTEM]);
  });

  test("can be a workspace, which excludes others and precedes one for all workspaces", async () => {
    await gateway.call("POST", "/workspaces", { name: "Second", slug: "second" });
    const { key } = await gateway.newKey({ workspace_id: "second" });
    await store(LAST, { workspace_id: null });
    await store(FIRST, { workspace_id: "second" });
    expect(await keysOf({ key })).toEqual([FIRST]);
    expect(await keysOf()).toEqual([LAST]);
  });
});

test("a declared retention policy takes precedence over the catalogue's", async () => {
  const asked = { more: { provider: { zdr: true } } };
  expect(await keysOf(asked)).toEqual([]);
  await store(FIRST, { declared_zdr: true });
  await store(SECOND, { declared_zdr: false });
  await store(LAST);
  expect(await keysOf(asked)).toEqual([FIRST]);
  const { text } = await post(gateway, "responses", saying("responses", MODEL, "Hello", { ...asked.more }), {
    headers: { "x-service-metadata": "enabled" },
  });
  expect(JSON.parse(text).service_metadata.endpoints.total).toBe(1);
});
