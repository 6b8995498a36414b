import { expect, test } from "vitest";
import { BUDGETS, COST_USD, PROMPT, sharedBudgetSetUp, unique } from "./shared-budget-set-up.ts";

const { gateway, call, statusOf, people, create: createBudget } = sharedBudgetSetUp("openai", "anthropic");
const create = (fields: object, calls?: number) => createBudget({ per_session: true, ...fields }, calls);

test("each session has the whole amount, whoever names it where, and says which spent most", async () => {
  const name = `Agents ${unique()}`;
  const path = await create({ name }, 2.5);
  const [heavy, light, odd] = [`heavy:${unique()}`, unique(), "odd \0 \ud800 ☃"];
  const other = await gateway.newKey();
  expect(await statusOf({ session_id: heavy })).toBe(200);
  const second = await call({}, { "x-claude-code-session-id": heavy }, other.key);
  expect(second.headers.get("x-switchboard-budget-notice")).toBe(`session budget "${name}" 80% used`);
  const { status, body } = await call({ metadata: { user_id: JSON.stringify({ session_id: heavy }) } });
  expect([status, body.error.metadata]).toMatchObject([402, { limit: "shared", reason: "session_limit" }]);
  expect(body.error.message).toMatch(
    new RegExp(
      `^The budget of \\$\\S+ of each session in "${name}" does not cover this request\\. It never resets\\. ` +
        "Start a new session, or ask an administrator of the workspace to raise it\\.$",
    ),
  );
  for (const session of [light, odd]) expect(await statusOf({ session_id: session })).toBe(200);
  const { spent_usd, external_user_spending, session_spending: spending } = (await gateway.call("GET", path)).body.data;
  expect([spent_usd, external_user_spending]).toEqual([Number((COST_USD * 4).toFixed(9)), null]);
  expect(spending).toMatchObject({ sessions: 3, near_limit: 1 });
  expect(spending.top[0]).toEqual({ session_id: heavy, spent_usd: COST_USD * 2 });
  expect(spending.top).toContainEqual({ session_id: "odd � � ☃", spent_usd: COST_USD });
  const seen = (await people.member.call("GET", path)).body.data;
  expect([seen.session_spending.top, seen.session_spending.sessions]).toEqual([[], 3]);
  await gateway.call("DELETE", path);
});

test("a request without a session is not covered, and counts in no session", async () => {
  const path = await create({}, 0.5);
  expect([await statusOf({}), await statusOf({ session_id: "" }), await statusOf({ session_id: unique() })]).toEqual([
    200, 200, 402,
  ]);
  expect((await gateway.call("GET", path)).body.data).toMatchObject({
    spent_usd: 0,
    session_spending: { sessions: 0, near_limit: 0, top: [] },
  });
  await gateway.call("DELETE", path);
});

test("a budget of sessions can be for a key, a member, a tag or an end user alone", async () => {
  const [tag, user] = [`app:${unique()}`, `anna-${unique()}`];
  const own = (await people.member.call("POST", "/keys", { name: "Own" })).body.key;
  const fields = { tags: [tag], key_hashes: [people.hash], user_ids: [people.member.id], external_users: [user] };
  const path = await create(fields, 0.5);
  const { key: other } = await gateway.newKey();
  const session_id = unique();
  expect([await statusOf({ session_id }, {}, other), await statusOf({})]).toEqual([200, 200]);
  for (const sent of [{ tags: [tag] }, { user }]) expect(await statusOf({ session_id, ...sent }, {}, other)).toBe(402);
  for (const by of [people.key, own]) expect(await statusOf({ session_id }, {}, by)).toBe(402);
  await gateway.call("DELETE", path);
});

test("a session that a budget rejected continues once the amount is raised, and one in a loop stops again", async () => {
  const path = await create({ reset_interval: "daily" }, 2.5);
  const session_id = unique();
  const loop = async () => {
    for (let calls = 0; ; calls++) if ((await statusOf({ session_id })) !== 200) return calls;
  };
  expect(await loop()).toBe(2);
  await gateway.call("PATCH", path, { limit_usd: Number((COST_USD * 5.5).toFixed(9)) });
  expect(await loop()).toBe(3);
  await gateway.call("DELETE", path);
});

test("Claude Code reads the rejection as text, and does not try again", async () => {
  const path = await create({}, 0.1);
  const response = await gateway.call(
    "POST",
    "/messages",
    { model: "anthropic/claude-haiku-4.5", max_tokens: 20, messages: [{ role: "user", content: PROMPT }] },
    { key: people.key, headers: { "x-claude-code-session-id": unique(), "anthropic-version": "2023-06-01" } },
  );
  expect([response.status, response.headers.get("x-should-retry"), response.body.type]).toEqual([
    402,
    "false",
    "error",
  ]);
  expect(response.body.error.message).toContain("Start a new session, or ask an administrator");
  await gateway.call("DELETE", path);
});

test("a budget is for each end user or for each session, and what each spent is kept apart", async () => {
  const both = { name: unique(), limit_usd: 1, per_session: true, per_external_user: true };
  const rejected = await gateway.call("POST", BUDGETS, both);
  expect([rejected.status, rejected.body.error.message]).toEqual([400, expect.stringContaining("`per_session`")]);
  const path = await create({}, 9);
  const name = unique();
  expect(await statusOf({ session_id: name, user: name })).toBe(200);
  expect((await gateway.call("PATCH", path, { per_external_user: true })).status).toBe(400);
  const changed = await gateway.call("PATCH", path, { per_external_user: true, per_session: false });
  expect(changed.status).toBe(200);
  expect((await gateway.call("GET", path)).body.data).toMatchObject({
    external_user_spending: { external_users: 0 },
    session_spending: null,
  });
  await gateway.call("DELETE", path);
});
