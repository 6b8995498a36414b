import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { becomeOwner, join, type Person } from "#tests/support/people.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";

const MODEL = "openai/gpt-4o-mini";
/** 40 input tokens at 0.15 and 20 output tokens at 0.60 USD a million; a request reserves 0.000023. */
const COST_USD = 0.000018;
const PROMPT = "count these words ".repeat(14);
const CAPS = "/workspaces/default/member-caps";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai"] });

let owner: Person;
let count = 0;

beforeAll(async () => {
  owner = await becomeOwner(gateway);
});

beforeEach(() => upstream.script({ usage: { inputTokens: 40, outputTokens: 20 } }));

/** A member who has spent nothing, with two keys of their own. */
async function newMember() {
  count += 1;
  const member = await join(gateway, owner, "member", `member-${count}@example.com`, `127.0.1.${count}`);
  const newKey = async () => (await member.call("POST", "/keys", { name: "Own" })).body.key as string;
  return { member, keys: [await newKey(), await newKey()] as const, caps: `${CAPS}/${member.id}` };
}

const request = { model: MODEL, input: PROMPT, max_output_tokens: 20 };
const call = (key: string, body: object = {}) => gateway.call("POST", "/responses", { ...request, ...body }, { key });
const put = (path: string, daily_usd: number | null, monthly_usd: number | null = null) =>
  gateway.call("PUT", path, { daily_usd, monthly_usd });
const notice = ({ headers }: { headers: Headers }) => headers.get("x-switchboard-budget-notice");

describe("a member's cap", () => {
  test("counts all keys of the member and requests from the console, and nobody else's", async () => {
    const { member, keys, caps } = await newMember();
    const other = await newMember();
    expect((await put(caps, COST_USD * 3.5)).status).toBe(200);
    expect((await call(keys[0])).status).toBe(200);
    expect((await call(keys[1])).status).toBe(200);
    expect((await member.call("POST", "/responses", request)).status).toBe(200);
    const { status, body, headers } = await call(keys[0]);
    expect([status, body.error.metadata]).toEqual([
      402,
      { limit: "member", limit_reset: "daily", resets_at: expect.stringMatching(/T00:00:00.000Z$/) },
    ]);
    expect(body.error.message).toMatch(
      /^Your daily spending cap of \$0\.000063 does not cover this request\. It resets at \S+Z\. Ask an administrator/,
    );
    expect(headers.get("x-should-retry")).toBe("false");
    expect((await member.call("POST", "/responses", request)).status).toBe(402);
    expect((await call(other.keys[0])).status).toBe(200);
    const { data } = (await member.call("GET", `${CAPS}?user_id=${owner.id}`)).body;
    expect(data).toEqual([
      expect.objectContaining({
        user_id: member.id,
        is_default: false,
        daily: expect.objectContaining({ limit_usd: 0.000063, spent_usd: 0.000054, override: null }),
        monthly: null,
      }),
    ]);
  });

  test("is the workspace's default without an own one, which replaces it as a whole", async () => {
    const { keys, caps } = await newMember();
    await put(CAPS, 0.000001, 0.000002);
    expect((await call(keys[0])).status).toBe(402);
    const { body } = await put(caps, null, 1);
    expect([body.data.is_default, body.data.daily, body.data.monthly.limit_usd]).toEqual([false, null, 1]);
    expect((await call(keys[0])).status).toBe(200);
    expect((await gateway.call("DELETE", caps)).body).toEqual({ deleted: true });
    expect((await call(keys[0])).status).toBe(402);
    await put(CAPS, null, null);
    expect((await call(keys[0])).status).toBe(200);
  });

  test("does not apply in another workspace", async () => {
    const { member, caps } = await newMember();
    await put(caps, 0.000001);
    const slug = `other-${count}`;
    const { id } = (await gateway.call("POST", "/workspaces", { name: slug, slug })).body.data;
    const { key } = await gateway.newKey({ workspace_id: id, creator_user_id: member.id });
    expect((await call(key)).status).toBe(200);
    expect((await gateway.call("GET", `/workspaces/${slug}/member-caps`)).body.data).toEqual([]);
  });

  test("is announced in a header once 80% is spent, also of streams", async () => {
    const { keys, caps } = await newMember();
    await put(caps, COST_USD * 5, 1);
    expect(notice(await call(keys[0]))).toBeNull();
    for (let done = 1; done < 3; done++) await call(keys[1]);
    expect(notice(await call(keys[0]))).toMatch(
      /^member daily cap 80% used; resets at \d{4}-\d\d-\d\dT00:00:00\.000Z$/,
    );
    // A stream starts before its own cost is known.
    await put(caps, COST_USD * 10, COST_USD * 10);
    for (let done = 4; done < 8; done++) await call(keys[1]);
    expect(notice(await call(keys[0], { stream: true }))).toMatch(
      /^member daily cap 80% used; resets at \S+, member monthly cap 80% used; resets at \S+$/,
    );
  });

  test.each([
    ["/responses", { input: "Hello" }],
    ["/messages", { messages: [{ role: "user", content: "Hello" }], max_tokens: 20 }],
    ["/chat/completions", { messages: [{ role: "user", content: "Hello" }] }],
  ])("rejects %s with a sentence that agents show, whole and streamed", async (path, body) => {
    const { keys, caps } = await newMember();
    await put(caps, 0.000000001);
    for (const stream of [false, true]) {
      const response = await gateway.call("POST", path, { model: MODEL, ...body, stream }, { key: keys[0] });
      expect([response.status, response.body.error.message]).toEqual([
        402,
        expect.stringContaining("Ask an administrator"),
      ]);
      expect(response.headers.get("x-should-retry")).toBe("false");
    }
  });

  test.each([
    ["a daily cap above the monthly one", { daily_usd: 2, monthly_usd: 1 }, 400],
    ["a cap of zero", { daily_usd: 0, monthly_usd: null }, 400],
    ["ten decimals", { daily_usd: 0.0000000001, monthly_usd: null }, 400],
    ["a missing field", { daily_usd: 1 }, 400],
  ])("cannot have %s", async (_name, body, status) => {
    expect((await gateway.call("PUT", CAPS, body)).status).toBe(status);
  });

  test("cannot be set for somebody outside the organization, nor by the member", async () => {
    const { member, caps } = await newMember();
    expect((await put(`${CAPS}/00000000-0000-4000-8000-000000000000`, 1)).status).toBe(404);
    expect((await put(`${CAPS}/nobody`, 1)).status).toBe(404);
    expect((await member.call("PUT", caps, { daily_usd: 1_000, monthly_usd: null })).status).toBe(403);
    const { reason, ...rest } = { interval: "daily", limit_usd: 10, reason: "Mine" };
    expect((await member.call("POST", `${caps}/overrides`, { ...rest, reason })).status).toBe(403);
  });
});

describe("an override", () => {
  test("raises a cap, ends by itself, and is audited with its reason", async () => {
    const { member, keys, caps } = await newMember();
    await put(caps, 0.000001, 1);
    expect((await call(keys[0])).status).toBe(402);
    const until = new Date(Date.now() + 2_500).toISOString();
    const override = { interval: "daily", limit_usd: 1, until, reason: "Release week" };
    const { status, body } = await owner.call("POST", `${caps}/overrides`, override);
    const record = { ...override, created_by: "Ada Owner", created_at: expect.any(String) };
    expect([status, body.data.daily]).toEqual([201, expect.objectContaining({ limit_usd: 1, override: record })]);
    expect((await call(keys[0])).status).toBe(200);
    expect((await member.call("GET", CAPS)).body.data[0].daily.override).toEqual(record);
    const [entry] = (await gateway.call("GET", "/audit?action=cap&limit=1")).body.data;
    expect([entry.action, entry.after.reason, entry.target.id]).toEqual(["cap.override", "Release week", member.id]);
    await expect.poll(async () => (await call(keys[0])).status, { timeout: 10_000 }).toBe(402);
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(until));
    expect((await member.call("GET", CAPS)).body.data[0].daily).toMatchObject({ limit_usd: 0.000001, override: null });
  });

  test("lasts until the end of the period by default, and can be ended early", async () => {
    const { keys, caps } = await newMember();
    await put(caps, 0.000001);
    const { body } = await gateway.call("POST", `${caps}/overrides`, { interval: "daily", limit_usd: 1, reason: "x" });
    expect(body.data.daily.override.until).toBe(body.data.daily.resets_at);
    expect((await call(keys[0])).status).toBe(200);
    expect((await gateway.call("DELETE", `${caps}/overrides/daily`)).body).toEqual({ deleted: true });
    expect((await call(keys[0])).status).toBe(402);
  });

  test.each([
    ["without a reason", { interval: "daily", limit_usd: 10, reason: " " }],
    ["below the cap", { interval: "daily", limit_usd: 4, reason: "x" }],
    ["of a cap that the member does not have", { interval: "monthly", limit_usd: 10, reason: "x" }],
    ["that ends in the past", { interval: "daily", limit_usd: 10, reason: "x", until: "2026-01-01T00:00:00Z" }],
    ["that ends after the period", { interval: "daily", limit_usd: 10, reason: "x", until: "2099-01-01T00:00:00Z" }],
  ])("cannot be one %s", async (_name, body) => {
    const { caps } = await newMember();
    await put(caps, 5);
    const response = await gateway.call("POST", `${caps}/overrides`, body);
    expect([response.status, response.body.error.message]).toEqual([400, expect.stringContaining("Invalid request")]);
  });
});
