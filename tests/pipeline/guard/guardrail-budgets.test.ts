import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { becomeOwner } from "#tests/support/people.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";

const MODEL = "openai/gpt-4o-mini";
/** 40 input tokens at 0.15 and 20 output tokens at 0.60 USD a million. */
const COST_USD = 0.000018;
const PROMPT = "count these words ".repeat(14);
/** Enough for two requests but not for three. */
const TWO_CALLS_USD = Number((COST_USD * 2.5).toFixed(9));

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai"] });

let workspaceId: string;
let ownerId: string;

beforeAll(async () => {
  workspaceId = (await gateway.call("GET", "/key")).body.data.workspace_id;
  ownerId = (await becomeOwner(gateway)).id;
});
beforeEach(() => upstream.script({ usage: { inputTokens: 40, outputTokens: 20 } }));

const call = (key: string, more: object = {}) =>
  gateway.call("POST", "/responses", { model: MODEL, input: PROMPT, max_output_tokens: 20, ...more }, { key });
const change = (id: string, fields: object) => gateway.call("PATCH", `/guardrails/${id}`, fields);

async function guardrail(fields: object): Promise<string> {
  const { status, body } = await gateway.call("POST", "/guardrails", { name: "Interns", ...fields });
  expect(status).toBe(201);
  return body.data.id;
}

async function assign(id: string, ...keys: { hash: string }[]): Promise<void> {
  const key_hashes = keys.map(({ hash }) => hash);
  const { status } = await gateway.call("POST", `/guardrails/${id}/assignments/keys`, { key_hashes });
  expect(status).toBe(200);
}

/** Returns the statuses of consecutive calls. */
async function statuses(...keys: string[]): Promise<number[]> {
  const found = [];
  for (const key of keys) found.push((await call(key)).status);
  return found;
}

describe("the budget of a key's guardrail", () => {
  test("rejects requests that exceed it with its name and reset", async () => {
    const [key, id] = [await gateway.newKey(), await guardrail({ limit_usd: 0.000001, reset_interval: "daily" })];
    await assign(id, key);
    const { status, body } = await call(key.key);
    expect([status, body.error.metadata.limit, body.error.metadata.limit_reset]).toEqual([402, "guardrail", "daily"]);
    expect(body.error.message).toContain(`the daily budget of guardrail "Interns" for key sk-sb-…${key.key.slice(-4)}`);
    expect(body.error.metadata.resets_at).toMatch(/T00:00:00.000Z$/);
    expect(upstream.requests).toHaveLength(0);
  });

  test("says in the error if it never resets", async () => {
    const [key, id] = [await gateway.newKey(), await guardrail({ limit_usd: 0 })];
    await assign(id, key);
    const { body } = await call(key.key);
    expect(body.error.message).toMatch(/the budget of guardrail "Interns".*It never resets/);
  });

  test("is separate for each key", async () => {
    const [one, other] = [await gateway.newKey(), await gateway.newKey()];
    await assign(await guardrail({ limit_usd: TWO_CALLS_USD }), one, other);
    expect(await statuses(one.key, one.key, one.key)).toEqual([200, 200, 402]);
    expect(await statuses(other.key, other.key, other.key)).toEqual([200, 200, 402]);
  });

  test("includes what the key spent before, and a change applies starting with the next request", async () => {
    const key = await gateway.newKey();
    expect(await statuses(key.key, key.key)).toEqual([200, 200]);
    const id = await guardrail({ limit_usd: TWO_CALLS_USD, reset_interval: "monthly" });
    await assign(id, key);
    expect(await statuses(key.key)).toEqual([402]);
    await change(id, { limit_usd: Number((COST_USD * 3.5).toFixed(9)) });
    expect(await statuses(key.key, key.key)).toEqual([200, 402]);
    await change(id, { limit_usd: null });
    expect(await statuses(key.key)).toEqual([200]);
    await change(id, { limit_usd: TWO_CALLS_USD, shadow: true });
    expect(await statuses(key.key)).toEqual([200]);
  });

  test("is not reset by a key rotation or another guardrail", async () => {
    const key = await gateway.newKey();
    const [first, second] = [
      await guardrail({ limit_usd: TWO_CALLS_USD }),
      await guardrail({ limit_usd: TWO_CALLS_USD }),
    ];
    await assign(first, key);
    expect(await statuses(key.key, key.key)).toEqual([200, 200]);
    const rotated = await gateway.call("POST", `/keys/${key.hash}/rotate`);
    expect(await statuses(rotated.body.key, key.key)).toEqual([402, 402]);
    await assign(second, key);
    expect(await statuses(key.key)).toEqual([402]);
  });

  test("applies together with the key's own limit, and a request is counted once", async () => {
    const key = await gateway.newKey({ limit: 1 });
    await assign(await guardrail({ limit_usd: TWO_CALLS_USD }), key);
    expect(await statuses(key.key, key.key, key.key)).toEqual([200, 200, 402]);
    const { data } = (await gateway.call("GET", `/keys/${key.hash}`)).body;
    expect(data.limit_remaining).toBeCloseTo(1 - 2 * COST_USD, 9);
    await gateway.call("PATCH", `/keys/${key.hash}`, { limit: 0 });
    expect((await call(key.key)).body.error.metadata.limit).toBe("key");
  });

  test("holds for 64 concurrent requests, and rejected ones never reach the upstream", async () => {
    const limitUsd = 0.01;
    const key = await gateway.newKey();
    await assign(await guardrail({ limit_usd: limitUsd, reset_interval: "weekly" }), key);
    upstream.reset();
    upstream.script({ fault: { headersDelayMs: 300 }, usage: { inputTokens: 10, outputTokens: 1000 } });
    const responses = await Promise.all(Array.from({ length: 64 }, () => call(key.key, { max_output_tokens: 1000 })));
    const served = responses.filter(({ status }) => status === 200).length;
    expect(responses.filter(({ status }) => status === 402)).toHaveLength(64 - served);
    expect(served).toBeGreaterThan(0);
    expect(served).toBeLessThan(64);
    expect(upstream.requests).toHaveLength(served);
    const { data } = (await gateway.call("GET", `/keys/${key.hash}`)).body;
    expect(data.usage).toBeLessThanOrEqual(limitUsd);
  });
});

describe("the budget of a member's guardrail", () => {
  test("is shared by the member's keys and no others", async () => {
    const [one, other] = [
      await gateway.newKey({ creator_user_id: ownerId }),
      await gateway.newKey({ creator_user_id: ownerId }),
    ];
    const { key: strangers } = await gateway.newKey();
    // The member's spending before the limit existed counts too.
    expect(await statuses(one.key)).toEqual([200]);
    const id = await guardrail({ name: "Members", limit_usd: Number((COST_USD * 3.5).toFixed(9)) });
    await gateway.call("POST", `/guardrails/${id}/assignments/members`, { member_user_ids: [ownerId] });
    expect(await statuses(one.key, other.key, one.key)).toEqual([200, 200, 402]);
    const { body } = await call(other.key);
    expect(body.error.message).toContain('the budget of guardrail "Members" for this member');
    expect(await statuses(strangers)).toEqual([200]);
    await gateway.call("DELETE", `/guardrails/${id}`);
    expect(await statuses(one.key)).toEqual([200]);
  });

  test("holds for concurrent requests with several keys, and the lower of two budgets applies", async () => {
    const keys = await Promise.all(Array.from({ length: 4 }, () => gateway.newKey({ creator_user_id: ownerId })));
    const spent = (await Promise.all(keys.map(({ key }) => call(key)))).length * COST_USD;
    expect(spent).toBeGreaterThan(0);
    const guardrails = [await guardrail({ limit_usd: 1 }), await guardrail({ limit_usd: 0.01 })];
    for (const id of guardrails) {
      await gateway.call("POST", `/guardrails/${id}/assignments/members`, { member_user_ids: [ownerId] });
    }
    upstream.reset();
    upstream.script({ fault: { headersDelayMs: 300 }, usage: { inputTokens: 10, outputTokens: 1000 } });
    const many = Array.from({ length: 48 }, (_, index) => keys[index % keys.length] as { key: string });
    const responses = await Promise.all(many.map(({ key }) => call(key, { max_output_tokens: 1000 })));
    const served = responses.filter(({ status }) => status === 200).length;
    expect(responses.filter(({ status }) => status === 402)).toHaveLength(48 - served);
    expect(upstream.requests).toHaveLength(served);
    // 1000 output tokens at 0.60 USD a million are 0.0006: sixteen of them are within 0.01.
    expect(served).toBeGreaterThan(0);
    expect(served).toBeLessThanOrEqual(16);
    for (const id of guardrails) await gateway.call("DELETE", `/guardrails/${id}`);
  });
});

describe("the budget of a workspace's default guardrail", () => {
  test("covers the whole workspace, in addition to its keys' own budgets", async () => {
    const [one, other] = [await gateway.newKey(), await gateway.newKey()];
    await assign(await guardrail({ limit_usd: Number((COST_USD * 1.5).toFixed(9)) }), one);
    const spent = (await gateway.call("GET", "/credits")).body.data.total_usage;
    await change(workspaceId, { name: "House", limit_usd: Number((spent + TWO_CALLS_USD).toFixed(9)) });
    expect(await statuses(one.key, one.key, other.key, other.key)).toEqual([200, 402, 200, 402]);
    const { body } = await call(other.key);
    expect(body.error.message).toContain('the budget of guardrail "House" for this workspace');
    await gateway.call("DELETE", `/guardrails/${workspaceId}`);
    expect(await statuses(other.key)).toEqual([200]);
  });
});

describe("BYOK spending", () => {
  test("counts if the guardrail includes it", async () => {
    const { status } = await gateway.call("POST", "/byok", { provider: "openai", key: "sk-own-key-of-the-test" });
    expect(status).toBe(201);
    const [counted, free] = [await gateway.newKey(), await gateway.newKey()];
    await assign(await guardrail({ limit_usd: TWO_CALLS_USD, include_byok_in_budgets: true }), counted);
    await assign(await guardrail({ limit_usd: TWO_CALLS_USD }), free);
    expect(await statuses(counted.key, counted.key, counted.key)).toEqual([200, 200, 402]);
    expect(await statuses(free.key, free.key, free.key)).toEqual([200, 200, 200]);
  });
});
