import { afterAll, beforeAll, expect, test } from "vitest";
import { becomeOwner, join, type Person } from "#tests/support/people.ts";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { chatLine, endOf, orderBatch } from "../batching.ts";
import { requestsTo } from "./native-batching.ts";

// Shared budgets and member caps hold a batch that runs at a provider, and count its cost when it has ended.

const upstream = sharedUpstream();
let gateway: TestGateway;
let owner: Person;
const BUDGETS = "/workspaces/default/shared-budgets";
const CAPS = "/workspaces/default/member-caps";
const CHAT = { model: "openai/gpt-5-mini", messages: [{ role: "user", content: "hi" }], max_tokens: 400 };

beforeAll(async () => {
  gateway = await openPooledGateway({ upstream, providers: ["openai"] });
  owner = await becomeOwner(gateway);
});
afterAll(() => gateway.stop());

/** Returns the id of a batch that the provider has and that takes 3 s, with a worst case above $0.0003. */
async function sentBatch(key: string): Promise<string> {
  const line = chatLine("slow", "fault-batch-slow-3000", undefined, { max_tokens: 300 });
  const { id } = await orderBatch(gateway, key, [line]);
  await expect.poll(() => requestsTo(upstream, "openai")).toContain("POST /batches");
  return id;
}

/** Waits for the end of a batch. Returns its cost in nano-USD. */
async function costOf(id: string): Promise<number> {
  const batch = await endOf(gateway, id);
  expect(batch.request_counts.completed).toBe(1);
  expect(batch.cost).toBeGreaterThan(0);
  return Math.round(batch.cost * 1e9);
}

const sharedBudget = (name: string, limitUsd: number, hashes: string[]) =>
  budgetOf(name, limitUsd, { key_hashes: hashes });

async function budgetOf(name: string, limitUsd: number, sharers: object): Promise<string> {
  const body = { name, limit_usd: limitUsd, reset_interval: "daily", ...sharers };
  const made = await gateway.call("POST", BUDGETS, body);
  expect(made.status).toBe(201);
  return made.body.data.id;
}

const spentOf = async (budget: string) =>
  Math.round((await gateway.call("GET", `${BUDGETS}/${budget}`)).body.data.spent_usd * 1e9);

test("a shared budget holds a batch against the calls of its other keys, and then counts its cost", async () => {
  const { key, hash } = await gateway.newKey();
  const other = await gateway.newKey();
  const budget = await sharedBudget("Night runs", 0.001, [hash, other.hash]);
  const id = await sentBatch(key);
  const held = await gateway.call("POST", "/chat/completions", CHAT, { key: other.key });
  expect([held.status, held.body.error.metadata.limit]).toEqual([402, "shared"]);
  const cost = await costOf(id);
  await expect.poll(() => spentOf(budget)).toBe(cost);
  expect((await gateway.call("POST", "/chat/completions", CHAT, { key: other.key })).status).toBe(200);
});

test.each([
  ["a tag", { tags: ["team:night"] }, { tags: ["team:night"] }],
  ["each end user", { user: "anna" }, { per_external_user: true }],
  ["each session", { session_id: "night" }, { per_session: true }],
])("a budget of %s holds a batch, and counts its cost after the budget has changed", async (name, sent, sharers) => {
  const { key } = await gateway.newKey();
  const budget = await budgetOf(name, 0.001, sharers);
  const line = chatLine("slow", "fault-batch-slow-3000", undefined, { max_tokens: 300, ...sent });
  const { id } = await orderBatch(gateway, key, [line]);
  await expect.poll(() => requestsTo(upstream, "openai")).toContain("POST /batches");
  const held = await gateway.call("POST", "/chat/completions", { ...CHAT, ...sent }, { key });
  expect([held.status, held.body.error.metadata.limit]).toEqual([402, "shared"]);
  await gateway.call("PATCH", `${BUDGETS}/${budget}`, { limit_usd: 0.002 });
  const cost = await costOf(id);
  await expect.poll(() => spentOf(budget)).toBe(cost);
  expect((await gateway.call("POST", "/chat/completions", { ...CHAT, ...sent }, { key })).status).toBe(200);
  await gateway.call("DELETE", `${BUDGETS}/${budget}`);
});

test("a batch whose input alone exceeds the budget of its tag is rejected", async () => {
  const { key } = await gateway.newKey({ tags: ["team:poor"] });
  await budgetOf("Poor", 0.000001, { tags: ["team:poor"] });
  const { id } = await orderBatch(gateway, key, [chatLine("a", "word ".repeat(4_000))]);
  const { status, errors } = await endOf(gateway, id);
  expect([status, errors.data[0].code]).toEqual(["failed", "insufficient_budget"]);
  expect(errors.data[0].message).toContain('that "Poor" shares');
});

test("a member's cap holds a batch, in the workspace's time zone", async () => {
  expect((await gateway.call("PATCH", "/workspaces/default", { time_zone: "Asia/Kathmandu" })).status).toBe(200);
  const person = await join(gateway, owner, "member", "alan@example.com");
  const { key } = (await person.call("POST", "/keys", { name: "Own" })).body;
  const cap = { daily_usd: 0.001, monthly_usd: null };
  expect((await gateway.call("PUT", `${CAPS}/${person.id}`, cap)).status).toBe(200);
  const id = await sentBatch(key);
  const held = await gateway.call("POST", "/chat/completions", CHAT, { key });
  expect([held.status, held.body.error.metadata.limit]).toEqual([402, "member"]);
  const cost = await costOf(id);
  const spent = async () => (await gateway.call("GET", `${CAPS}?user_id=${person.id}`)).body.data[0].daily.spent_usd;
  await expect.poll(async () => Math.round((await spent()) * 1e9)).toBe(cost);
  expect((await gateway.call("POST", "/chat/completions", CHAT, { key })).status).toBe(200);
});

test("a shared budget counts the batch of a key that is deleted meanwhile", async () => {
  const { key, hash } = await gateway.newKey();
  const budget = await sharedBudget("With a deleted key", 1, [hash, (await gateway.newKey()).hash]);
  const id = await sentBatch(key);
  expect((await gateway.call("DELETE", `/keys/${hash}`)).status).toBe(200);
  const cost = await costOf(id);
  await expect.poll(() => spentOf(budget)).toBe(cost);
});

test("a shared budget counts the batch of a key that leaves it meanwhile; the key's next budget does not", async () => {
  const { key, hash } = await gateway.newKey();
  const other = await gateway.newKey();
  const left = await sharedBudget("Left", 1, [hash, other.hash]);
  const id = await sentBatch(key);
  expect((await gateway.call("PATCH", `${BUDGETS}/${left}`, { key_hashes: [other.hash] })).status).toBe(200);
  const joined = await sharedBudget("Joined", 1, [hash]);
  const cost = await costOf(id);
  await expect.poll(() => spentOf(left)).toBe(cost);
  expect(await spentOf(joined)).toBe(0);
});
