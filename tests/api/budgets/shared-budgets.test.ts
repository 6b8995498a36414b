import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { becomeOwner, join, type Person } from "#tests/support/people.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";

/** 40 input tokens at 0.15 and 20 output tokens at 0.60 USD a million; a request reserves 0.000023. */
const COST_USD = 0.000018;
const PROMPT = "count these words ".repeat(14);
const BUDGETS = "/workspaces/default/shared-budgets";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai"] });

let owner: Person;
let member: Person;
let memberKey: string;
let count = 0;

beforeAll(async () => {
  owner = await becomeOwner(gateway);
  member = await join(gateway, owner, "member", "alan@example.com");
  memberKey = (await member.call("POST", "/keys", { name: "Own" })).body.key;
});

beforeEach(() => upstream.script({ usage: { inputTokens: 40, outputTokens: 20 } }));

const call = (key: string) =>
  gateway.call("POST", "/responses", { model: "openai/gpt-4o-mini", input: PROMPT, max_output_tokens: 20 }, { key });
const create = (fields: object) => {
  count += 1;
  return gateway.call("POST", BUDGETS, { name: `Team ${count}`, reset_interval: "monthly", ...fields });
};

describe("a shared budget", () => {
  test("covers what its keys and members spend together, each request once", async () => {
    const [one, outsider] = [await gateway.newKey(), await gateway.newKey()];
    const fields = { limit_usd: COST_USD * 2.5, key_hashes: [one.hash], user_ids: [member.id] };
    const { status, body } = await create(fields);
    expect([status, body.data]).toEqual([201, expect.objectContaining({ ...fields, spent_usd: 0 })]);
    expect((await call(one.key)).status).toBe(200);
    const second = await call(memberKey);
    expect(second.status).toBe(200);
    expect(second.headers.get("x-switchboard-budget-notice")).toMatch(
      new RegExp(`^shared budget "Team ${count}" 80% used; resets at \\S+$`),
    );
    const third = await call(one.key);
    expect([third.status, third.body.error.metadata.limit]).toEqual([402, "shared"]);
    expect(third.body.error.message).toContain(`that "Team ${count}" shares does not cover this request`);
    expect((await call(memberKey)).status).toBe(402);
    expect((await call(outsider.key)).status).toBe(200);
    const path = `${BUDGETS}/${body.data.id}`;
    expect((await gateway.call("GET", path)).body.data.spent_usd).toBe(COST_USD * 2);
    expect((await gateway.call("PATCH", path, { limit_usd: COST_USD * 9 })).body.data.limit_usd).toBe(COST_USD * 9);
    expect((await call(one.key)).status).toBe(200);
    expect((await gateway.call("DELETE", path)).body).toEqual({ deleted: true });
    expect((await gateway.call("GET", path)).status).toBe(404);
  });

  test("is one of several that must all cover a request", async () => {
    const { key, hash } = await gateway.newKey();
    const wide = await create({ limit_usd: 1, key_hashes: [hash] });
    const tight = await create({ limit_usd: COST_USD * 1.5, key_hashes: [hash], reset_interval: null });
    expect((await call(key)).status).toBe(200);
    const { status, body } = await call(key);
    expect([status, body.error.metadata]).toEqual([402, { limit: "shared", limit_reset: null, resets_at: null }]);
    await gateway.call("DELETE", `${BUDGETS}/${tight.body.data.id}`);
    expect((await call(key)).status).toBe(200);
    const { data } = (await gateway.call("GET", `${BUDGETS}/${wide.body.data.id}`)).body;
    expect(data.spent_usd).toBe(COST_USD * 2);
  });

  test("still counts a key after its rotation", async () => {
    const { hash } = await gateway.newKey();
    const { id } = (await create({ limit_usd: 0.000001, key_hashes: [hash] })).body.data;
    const { key, data } = (await gateway.call("POST", `/keys/${hash}/rotate`, {})).body;
    expect((await call(key)).status).toBe(402);
    expect((await gateway.call("GET", `${BUDGETS}/${id}`)).body.data.key_hashes).toEqual([data.hash]);
  });

  test("is visible to the members it applies to, without the others", async () => {
    const { hash } = await gateway.newKey();
    const visible = await create({ limit_usd: 1, key_hashes: [hash], user_ids: [member.id, owner.id] });
    const hidden = await create({ limit_usd: 1, key_hashes: [hash], user_ids: [owner.id] });
    const { data } = (await member.call("GET", BUDGETS)).body;
    const seen = data.find(({ id }: { id: string }) => id === visible.body.data.id);
    expect([seen.key_hashes, seen.user_ids]).toEqual([[], [member.id]]);
    expect((await member.call("GET", `${BUDGETS}/${hidden.body.data.id}`)).status).toBe(404);
    expect((await member.call("PATCH", `${BUDGETS}/${visible.body.data.id}`, { limit_usd: 9 })).status).toBe(403);
    expect((await member.call("POST", BUDGETS, { name: "Mine", limit_usd: 9 })).status).toBe(403);
  });

  test("belongs to one workspace", async () => {
    const slug = `apart-${crypto.randomUUID()}`;
    const { id } = (await gateway.call("POST", "/workspaces", { name: slug, slug })).body.data;
    const { hash } = await gateway.newKey({ workspace_id: id });
    expect((await create({ limit_usd: 1, key_hashes: [hash] })).status).toBe(404);
    const budget = (await create({ limit_usd: 1 })).body.data.id;
    for (const method of ["GET", "PATCH", "DELETE"]) {
      const body = method === "PATCH" ? { limit_usd: 2 } : undefined;
      expect((await gateway.call(method, `/workspaces/${slug}/shared-budgets/${budget}`, body)).status).toBe(404);
    }
    expect((await gateway.call("GET", `/workspaces/${slug}/shared-budgets`)).body.data).toEqual([]);
  });

  test.each([
    ["a name that exists", { name: "Twice", limit_usd: 1 }, 409],
    ["an unknown key", { limit_usd: 1, key_hashes: ["0".repeat(64)] }, 404],
    ["an unknown member", { limit_usd: 1, user_ids: ["nobody"] }, 404],
    ["a limit of zero", { limit_usd: 0 }, 400],
    ["an unknown interval", { limit_usd: 1, reset_interval: "hourly" }, 400],
  ])("cannot have %s", async (_name, fields, status) => {
    await create({ name: "Twice", limit_usd: 1 });
    expect((await create(fields)).status).toBe(status);
  });
});
