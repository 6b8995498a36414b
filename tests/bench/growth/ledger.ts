import { rangeBefore, rangeEndingNow } from "#components/charts/time/time-range.ts";
import { overviewQueries } from "#components/overview/overview-queries.ts";
import { openDatabase } from "#server/data/database.ts";
import { fillLedger, rollUp } from "../fill-ledger.ts";
import { percentile } from "../numbers.ts";
import { fillBudgets } from "./budgets.ts";
import { describeCost, measureCalls } from "./calls.ts";
import { MANAGEMENT_KEY, type Setting } from "./setting.ts";

const DAY_MS = 86_400_000;
const ROUNDS = 7;

/**
 * Fills a ledger with 90 days, then measures calls and the console's queries on it. Rolling up takes most of the time;
 * without it, the queries of the overview and activity pages are left out.
 */
export async function measureLedger(setting: Setting, rows: number, hasRollups: boolean): Promise<void> {
  await setting.stop(await setting.start());
  const now = Date.now();
  const database = await openDatabase({ url: setting.postgres.url, folder: "" });
  const span = { from: now - 90 * DAY_MS, to: now };
  await fillLedger(database, rows, span);
  if (hasRollups) await rollUp(database, rows, span);
  await database.close();
  await setting.pool.query("vacuum (analyze) generation");
  await setting.pool.query("checkpoint");
  await reportSizes(setting);
  const target = await setting.start();
  const base = target.url.replace("/chat/completions", "");
  const budget = await fillBudgets(setting, base);
  const ofUsers: NamedRead = ["budget of 100,000 end users", get(`/workspaces/default/shared-budgets/${budget}`)];
  for (const [name, read] of [ofUsers, ...listReads(rows, now), ...(hasRollups ? rollupReads(now) : [])])
    await measureRead(base, name, read);
  console.log(`ledger ${rows} rows: ${describeCost(await measureCalls(setting, target))}`);
  await setting.stop(target);
}

async function reportSizes({ pool }: Setting): Promise<void> {
  const { rows } = await pool.query(`
    select sum(pg_relation_size(inhrelid))::bigint as heap, sum(pg_indexes_size(inhrelid))::bigint as indexes,
      sum(pg_total_relation_size(inhrelid))::bigint as total, (select count(*) from generation)::bigint as rows,
      (pg_total_relation_size('rollup') + pg_total_relation_size('rollup_series'))::bigint as rollups
    from pg_inherits where inhparent = 'generation'::regclass`);
  const { heap, indexes, total, rollups, rows: count } = rows[0];
  const each = (bytes: unknown) => (Number(bytes) / Number(count)).toFixed(0);
  console.log(
    `ledger ${count} rows: ${each(total)} bytes a row (table ${each(heap)}, indexes ${each(indexes)}), roll-ups ${(Number(rollups) / 2 ** 20).toFixed(0)} MB in all`,
  );
}

type Read = { method: string; path: string; body?: unknown };
type NamedRead = [name: string, read: Read];

const get = (path: string): Read => ({ method: "GET", path });

function listReads(rows: number, now: number): NamedRead[] {
  const rare = Math.floor(rows / 3);
  const since = (days: number) => `start=${new Date(now - days * DAY_MS).toISOString()}`;
  return [
    ["logs, newest", get("/generations?limit=50")],
    ["logs, one provider", get("/generations?limit=50&provider=provider-3")],
    ["logs, errors", get("/generations?limit=50&status_class=5xx")],
    ["logs, one session", get("/generations?limit=50&session_id=session-7")],
    ["logs, one old request", get(`/generations?limit=50&request_id=request-${rare}`)],
    ["logs, no such request", get("/generations?limit=50&request_id=request-none")],
    ["logs, no such session", get("/generations?limit=50&session_id=session-none")],
    ["logs, a frequent tag", get("/generations?limit=50&tag=team:3")],
    ["logs, a rare tag", get("/generations?limit=50&tag=rare")],
    ["logs, two tags", get("/generations?limit=50&tag=team:3,project:6")],
    ["logs, no such tag", get("/generations?limit=50&tag=none")],
    ["logs, an end user", get("/generations?limit=50&external_user=user-3")],
    ["logs, no such end user", get("/generations?limit=50&external_user=none")],
    ["budgets", get("/workspaces/default/shared-budgets")],
    ["logs, 90 days, no such error", get(`/generations?${since(90)}&filters=error:contains:none`)],
    ["logs, 90 days, high cost", get(`/generations?${since(90)}&filters=cost:gt:0.0499`)],
    ...[1, 30, 90].flatMap((days): NamedRead[] => [
      [`histogram, ${days} days`, get(`/generations/histogram?${since(days)}`)],
      [
        `histogram, ${days} days, a part of a model`,
        get(`/generations/histogram?${since(days)}&filters=model:contains:el-3`),
      ],
      [`facets, ${days} days`, get(`/generations/facets?${since(days)}`)],
    ]),
    ...[7, 30].flatMap((days): NamedRead[] => [
      [`analytics by tag, ${days} days`, analytics(now, days, "tag")],
      [`analytics by end user, ${days} days`, analytics(now, days, "external_user")],
      [`analytics of one tag, ${days} days`, analytics(now, days, "model", { field: "tag", value: "team:3" })],
      [
        `analytics of one end user, ${days} days`,
        analytics(now, days, "model", { field: "external_user", value: "user-3" }),
      ],
    ]),
    ["search, no such text", { method: "POST", path: "/generations/search", body: { text: "no such text" } }],
    ["one old generation", get(`/generation?id=gen-${rare}`)],
  ];
}

function analytics(now: number, days: number, dimension: string, only?: { field: string; value: string }): Read {
  const time_range = { start: new Date(now - days * DAY_MS).toISOString(), end: new Date(now).toISOString() };
  const filters = only ? [{ ...only, operator: "eq" }] : [];
  const query = { metrics: ["cost", "requests"], dimensions: [dimension], filters, group_limit: 10, time_range };
  return { method: "POST", path: "/analytics/query", body: query };
}

function rollupReads(now: number): NamedRead[] {
  const all: NamedRead[] = [
    ["activity, 30 days", get("/activity")],
    ["chargeback by tag", get("/chargeback?by=tag")],
    ["chargeback in FOCUS", get("/chargeback/export?format=focus")],
  ];
  for (const [range, granularity] of [
    ["24h", "hour"],
    ["30d", "day"],
  ] as const) {
    const span = rangeEndingNow(range, now);
    for (const [label, body] of Object.entries(overviewQueries(span, rangeBefore(span), granularity, "model")))
      all.push([`overview ${range}, ${label}`, { method: "POST", path: "/analytics/query", body }]);
  }
  return all;
}

async function measureRead(base: string, name: string, { method, path, body }: Read): Promise<void> {
  const times: number[] = [];
  let status = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const startMs = performance.now();
    const response = await fetch(base + path, {
      method,
      headers: { authorization: `Bearer ${MANAGEMENT_KEY}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    await response.arrayBuffer();
    status = response.status;
    times.push(performance.now() - startMs);
  }
  console.log(
    `  ${name}: ${status}, p50 ${percentile(times, 50).toFixed(1)} ms, slowest ${Math.max(...times).toFixed(1)} ms`,
  );
}
