import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { becomeOwner, join, type Person } from "#tests/support/people.ts";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedPostgres } from "#tests/support/servers/shared-postgres.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { startTraceReceiver, type TraceReceiver } from "#tests/support/servers/trace-receiver.ts";
import { ALERT_ENV, alertsOf, inDatabase, make, messagesTo, newHook } from "./set-up-alerts.ts";

// Two processes watch caps and shared budgets of the default workspace.

/** 40 input tokens at 0.15 and 20 output tokens at 0.60 USD a million; a request reserves 0.000023. */
const COST_USD = 0.000018;
/** Covers two requests, and not the reservation of a third. */
const TWO_CALLS_USD = 0.000042;
const PROMPT = "count these words ".repeat(14);
const CAPS = "/workspaces/default/member-caps";
const BUDGETS = "/workspaces/default/shared-budgets";

const upstream = sharedUpstream();
const postgres = sharedPostgres();
const options = () => ({
  upstream,
  providers: ["openai"],
  env: { ...ALERT_ENV, DATABASE_URL: postgres.url, SWITCHBOARD_SECRET: "a secret of this test, forty characters!" },
});
const first = sharedGateway(options);
const second = sharedGateway(options);

let receiver: TraceReceiver;
let workspace: string;
let hook: string;
let people: Record<"grace" | "alan", Person & { key: string }>;

beforeAll(async () => {
  receiver = await startTraceReceiver();
  // The second process has replaced the setup link of the first.
  const owner = await becomeOwner(second);
  const withKey = async (email: string) => {
    const person = await join(second, owner, "member", email);
    return { ...person, key: (await person.call("POST", "/keys", { name: "Own" })).body.key as string };
  };
  people = { grace: await withKey("grace@example.com"), alan: await withKey("alan@example.com") };
  workspace = (await first.call("GET", "/workspaces/default")).body.data.id;
  hook = await newHook(first, workspace, receiver.url);
});
beforeEach(() => {
  receiver.received.length = 0;
  receiver.accepted.length = 0;
  upstream.script({ usage: { inputTokens: 40, outputTokens: 20 } });
});
afterAll(() => receiver?.close());

const call = async (person: { key: string }, gateway: TestGateway = first, sent: object = {}) => {
  const body = { model: "openai/gpt-4o-mini", input: PROMPT, max_output_tokens: 20, ...sent };
  return (await gateway.call("POST", "/responses", body, { key: person.key })).status;
};

const cap = async ({ id }: Person, daily_usd: number) =>
  expect((await first.call("PUT", `${CAPS}/${id}`, { daily_usd, monthly_usd: null })).status).toBe(200);

const watch = (name: string, params: object, gateway: TestGateway = second) =>
  make(gateway, "/alert-rules", { name, kind: "limit_usage", params, channel_ids: [hook] });

/** Waits until both processes had the time to evaluate every rule, and returns what was delivered for one. */
async function sentFor(rule: string, count: number) {
  const sent = () => messagesTo(receiver).filter(({ data }) => data.rule_name === rule);
  await expect.poll(() => sent().length, { timeout: 20_000 }).toBe(count);
  const evaluated = async () => (await first.call("GET", "/alert-rules?limit=100")).body.data[0].evaluated_at;
  for (let round = 0; round < 3; round++) {
    const before = await evaluated();
    await expect.poll(evaluated, { timeout: 10_000 }).not.toBe(before);
  }
  expect(sent()).toHaveLength(count);
  return sent();
}

/** Moves what was spent by half a year, as if the periods had ended. */
const RESET = "update spend set day = to_char(left(day, 10)::date - 180, 'YYYY-MM-DD') || substr(day, 11)";
const endPeriods = () => inDatabase(postgres.url, (client) => client.query(RESET));

/**
 * Repeats what a member spent, on five earlier days that have been judged whole: not yesterday, which is judged at one,
 * and not in the first hour of a day, which counts in the previous period.
 */
const EARLIER_DAYS = `
  insert into rollup select (jsonb_populate_record(null::rollup, to_jsonb(hour) || jsonb_build_object(
    'bucket', bucket - day * interval '1 day'
      + case extract(hour from bucket at time zone 'UTC') when 0 then interval '12 hours' else interval '0' end))).*
  from rollup as hour join rollup_series as series on series.id = hour.series_id, generate_series(2, 6) as day
  where series.user_id = $1 and grain = 'key' and span = 'hour'`;

describe("the caps of members", () => {
  test("alert once for the member who is near one, and again in the next period", { timeout: 120_000 }, async () => {
    await cap(people.grace, TWO_CALLS_USD);
    await cap(people.alan, 1);
    await watch("Caps", { limits: ["member"], percent: 80 });
    for (const person of [people.grace, people.alan, people.grace]) expect(await call(person)).toBe(200);
    const [opened] = await sentFor("Caps", 1);
    expect(opened.data).toMatchObject({
      subject_name: "The member",
      message: expect.stringMatching(
        /^The member has spent <\$0\.01 of the daily cap of <\$0\.01 \(85%\)\. It resets on .*, 00:00 \(UTC\)\.$/,
      ),
      numbers: { limit: "member", limit_id: people.grace.id, percent: 85, spent_usd: COST_USD * 2 },
    });
    expect(Date.parse(opened.data.numbers.period_end)).toBeGreaterThan(Date.now());

    await endPeriods();
    const [, resolved] = await sentFor("Caps", 2);
    expect([resolved.type, resolved.data.id]).toEqual(["alert.resolved", opened.data.id]);
    for (let calls = 0; calls < 2; calls++) expect(await call(people.grace, second)).toBe(200);
    const [, , again] = await sentFor("Caps", 3);
    expect([again.type, again.data.id === opened.data.id]).toEqual(["alert.opened", false]);
  });

  test("would have alerted in each of the last days, as the preview shows", async () => {
    await inDatabase(postgres.url, (client) => client.query(EARLIER_DAYS, [people.grace.id]));
    const body = { kind: "limit_usage", params: { limits: ["member"], percent: 80 }, workspace_id: workspace };
    const { data } = (await first.call("POST", "/alert-rules/preview", body)).body;
    expect([data.past, data.total]).toEqual(["partly_known", 5]);
    for (const alert of data.alerts) {
      expect(alert).toMatchObject({
        subject_name: "The member",
        message: expect.stringContaining("of the daily cap of"),
      });
      // A period ends at midnight, which is judged at the next full hour.
      expect(new Date(alert.resolved_at).getUTCHours()).toBe(1);
    }
  });

  test("alert when they reject requests, although they are not spent to the end", { timeout: 120_000 }, async () => {
    await watch("Exhausted", { limits: ["member"], percent: 100 });
    expect(await call(people.grace)).toBe(402);
    const [opened] = await sentFor("Exhausted", 1);
    expect(opened.data.message).toMatch(/\(85%\)\. It rejected 1 request in the last hour\. It resets on/);
    await first.call("DELETE", `${CAPS}/${people.grace.id}`);
    const [, resolved] = await sentFor("Exhausted", 2);
    expect(resolved.type).toBe("alert.resolved");
  });
});

/** Repeats what a key spent in each of the last 23 hours, with tags and for an end user. */
const EARLIER_ROWS = `
  insert into generation select (jsonb_populate_record(null::generation, to_jsonb(row) || jsonb_build_object(
    'id', row.id || '-' || hours, 'created_at', row.created_at - hours * interval '1 hour',
    'tags', array['team:search', 'env:prod'], 'external_user', 'anna'))).*
  from generation as row, generate_series(1, 23) as hours where key_hash = $1`;
const EARLIER_HOURS = `
  insert into rollup select (jsonb_populate_record(null::rollup, to_jsonb(hour) || jsonb_build_object(
    'bucket', bucket - hours * interval '1 hour'))).*
  from rollup as hour join rollup_series as series on series.id = hour.series_id, generate_series(1, 23) as hours
  where series.key_hash = $1 and grain = 'key' and span = 'hour'`;

test("a forecast of a budget of tags and end users counts what it counts, once", { timeout: 120_000 }, async () => {
  const { key, hash } = await first.newKey();
  expect(await call({ key })).toBe(200);
  const repeat = (text: string) =>
    inDatabase(postgres.url, async (client) => (await client.query(text, [hash])).rowCount);
  await expect.poll(() => repeat(EARLIER_HOURS), { timeout: 60_000 }).toBe(23);
  expect(await repeat(EARLIER_ROWS)).toBe(23);
  const fields = { limit_usd: 0.000001, reset_interval: "monthly" };
  await make(first, BUDGETS, {
    ...fields,
    name: "Tagged",
    tags: ["team:search", "env:prod"],
    external_users: ["anna"],
  });
  await make(first, BUDGETS, { ...fields, name: "With a key", tags: ["team:search"], key_hashes: [hash] });
  await make(first, BUDGETS, { ...fields, name: "Others", tags: ["team:others"], external_users: ["ben"] });
  const rule = { kind: "budget_forecast", params: { interval: "monthly", limits: ["shared"] } };
  await make(second, "/alert-rules", { name: "Forecasts", ...rule, channel_ids: [hook] });
  const sent = await sentFor("Forecasts", 2);
  expect(sent.map(({ data }) => data.subject_name).sort()).toEqual(["Tagged", "With a key"]);
  for (const { data } of sent) {
    const { forecast_usd, spent_usd, period_end } = data.numbers;
    // At the pace of the last seven days: 23 or 24 requests, each once.
    const weeksLeft = (Date.parse(period_end) - Date.parse(data.opened_at)) / (7 * 86_400_000);
    const pace = (forecast_usd - spent_usd) / weeksLeft;
    expect([pace > COST_USD * 22, pace < COST_USD * 25]).toEqual([true, true]);
  }
});

test("end users and sessions near an amount of their own have alerts of their own", { timeout: 120_000 }, async () => {
  const { key } = await first.newKey({ tags: ["app:each"] });
  const own = { limit_usd: TWO_CALLS_USD, tags: ["app:each"] };
  const customers = await make(first, BUDGETS, {
    ...own,
    name: "Customers",
    reset_interval: "monthly",
    per_external_user: true,
  });
  const agents = await make(first, BUDGETS, { ...own, name: "Agents", per_session: true });
  const poor = await make(first, BUDGETS, {
    name: "Poor",
    limit_usd: 0.00001,
    external_users: ["carl"],
    per_external_user: true,
  });
  const statuses = [];
  for (const sent of [
    { user: "dora" },
    { user: "dora" },
    { user: "emil" },
    { session_id: "loop" },
    { session_id: "loop" },
  ])
    statuses.push(await call({ key }, first, sent));
  statuses.push(await call({ key }, first, { session_id: "quiet" }), await call({ key }, first, { user: "carl" }));
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 402]);
  await watch("Each", { limits: ["shared"], percent: 80 });
  const sent = await sentFor("Each", 3);
  const [carl, dora, loop] = sent.map(({ data }) => data).sort((a, b) => (a.message < b.message ? -1 : 1));
  expect(dora.message).toMatch(
    /^End user dora of Customers has spent .* of the monthly budget of .* \(85%\)\. It resets/,
  );
  expect(dora.numbers).toMatchObject({ limit: "shared", limit_id: customers.id, external_user: "dora", percent: 85 });
  expect(carl.message).toMatch(
    /^End user carl of Poor has spent \$0\.00 .* \(0%\)\. It rejected 1 request in the last hour\./,
  );
  expect(loop.message).toMatch(/^Session loop of Agents has spent .* of the budget of .* \(85%\)\. It never resets\.$/);
  expect(loop.numbers).toMatchObject({ session_id: "loop", spent_usd: COST_USD * 2 });
  for (const { id } of [customers, agents, poor]) await first.call("DELETE", `${BUDGETS}/${id}`);
});

test("each shared budget, key and budget of the workspace has its own alert", { timeout: 120_000 }, async () => {
  const { key, hash } = await first.newKey({ name: "Nightly", limit: 0.00003 });
  const fields = { limit_usd: 0.000027, reset_interval: null, key_hashes: [hash] };
  await make(first, BUDGETS, { name: "Search team", ...fields });
  await make(first, BUDGETS, { name: "Other team", ...fields, key_hashes: [] });
  expect(await call({ key })).toBe(200);
  const budget = await first.call("PUT", "/workspaces/default/budgets/weekly", { limit_usd: 0.00002 });
  expect(budget.status).toBe(200);
  await watch("All", { percent: 60 }, first);
  const sent = await sentFor("All", 3);
  expect(sent.map(({ data }) => data.message).sort()).toEqual([
    expect.stringMatching(/^Default has spent .* of the weekly budget of .* It resets on/),
    expect.stringMatching(/^Search team has spent .* of the shared budget of .* \(66%\)\. It never resets\.$/),
    expect.stringMatching(
      /^The API key Nightly has spent .* of the spending limit of .* \(6\d%\)\. It never resets\.$/,
    ),
  ]);
  expect((await alertsOf(first, workspace, "&state=open&limit=100")).length).toBeGreaterThanOrEqual(3);
});
