import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { rangeBefore, rangeEndingNow } from "#components/charts/time/time-range.ts";
import { overviewQueries } from "#components/overview/overview-queries.ts";
import { type Database, openDatabase } from "#server/data/database.ts";
import { foldRollups } from "#server/data/rollups.ts";
import { startPostgres } from "#tests/support/databases.ts";
import { startGateway, type TestGateway } from "#tests/support/servers/gateway.ts";
import { fillStatement, QUEUE_STATEMENT } from "./ledger-rows.ts";
import { percentile, round } from "./numbers.ts";

// Fills a ledger of 90 days, rolls it up, and asks the queries of the console's overview over HTTP.

const { values: given } = parseArgs({
  options: {
    rows: { type: "string", default: "1000000" },
    database: { type: "string", default: "embedded" },
    rounds: { type: "string", default: "15" },
  },
});
const rows = Number(given.rows);
const DAY_MS = 86_400_000;
const CHUNK = 100_000;
const now = Date.now();
const from = now - 90 * DAY_MS;

const isEmbedded = given.database === "embedded";
const folder = mkdtempSync(join(tmpdir(), "switchboard-ledger-"));
const server = isEmbedded ? undefined : await startPostgres();
console.log(
  `${rows} rows over 90 days on ${given.database}; ${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}\n`,
);
try {
  const env: Record<string, string> = server ? { DATABASE_URL: server.url } : {};
  // Once before, for the first organization and workspace.
  await (await startGateway({ folder, env })).stop({ keepFolder: true });
  await fill(await openDatabase({ folder, ...(server && { url: server.url }) }));
  const gateway = await startGateway({ folder, env });
  await measure(gateway);
  await gateway.stop({ keepFolder: true });
} finally {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
}

async function fill(database: Database): Promise<void> {
  const { pool } = database;
  const found = await pool.query("select id, organization_id from workspace");
  const { id: workspace, organization_id: organization } = found.rows[0] as { id: string; organization_id: string };
  await makeMonths(pool.query.bind(pool));
  let start = performance.now();
  for (let first = 0; first < rows; first += CHUNK) {
    const count = Math.min(CHUNK, rows - first);
    await pool.query(fillStatement(first, count, rows, workspace, organization, from, now));
    if (first % 1_000_000 === 0) console.log(`  filled ${first + count} rows after ${seconds(start)} s`);
  }
  console.log(`filled in ${seconds(start)} s`);
  start = performance.now();
  for (let day = from; day < now; day += DAY_MS) {
    await pool.query(QUEUE_STATEMENT, [new Date(day), new Date(day + DAY_MS)]);
    await foldRollups(database);
  }
  console.log(`rolled up in ${seconds(start)} s, ${round(((performance.now() - start) * 1000) / rows)} us a row`);
  await pool.query("vacuum (analyze) rollup");
  await pool.query("analyze rollup_series");
  const sizes =
    await pool.query(`select (select count(*) from rollup) as cells, pg_total_relation_size('rollup') / 1048576 as megabytes,
    (select sum(pg_total_relation_size(inhrelid)) / 1048576 from pg_inherits where inhparent = 'generation'::regclass)::bigint as ledger`);
  const { cells, megabytes, ledger } = sizes.rows[0] as Record<string, number>;
  console.log(`${cells} cells in ${megabytes} MB beside a ledger of ${ledger} MB\n`);
  await database.close();
}

async function makeMonths(query: (text: string) => Promise<unknown>): Promise<void> {
  for (let month = new Date(from); month.getTime() < now; month.setUTCMonth(month.getUTCMonth() + 1, 1)) {
    const start = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth(), 1));
    const end = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1));
    const name = `generation_${start.toISOString().slice(0, 7).replace("-", "_")}`;
    await query(
      `create table if not exists ${name} partition of generation for values from ('${start.toISOString()}') to ('${end.toISOString()}')`,
    );
  }
}

async function measure(gateway: TestGateway): Promise<void> {
  const ranges = { "24h": "hour", "7d": "hour", "30d": "day" } as const;
  const all: number[] = [];
  for (const [name, granularity] of Object.entries(ranges) as [keyof typeof ranges, "hour" | "day"][]) {
    const range = rangeEndingNow(name, now);
    const queries = overviewQueries(range, rangeBefore(range), granularity, "model");
    for (const [label, body] of Object.entries(queries)) {
      const times: number[] = [];
      for (let round = 0; round < Number(given.rounds); round++) {
        const start = performance.now();
        const answer = await gateway.call("POST", "/analytics/query", body);
        if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
        times.push(performance.now() - start);
      }
      all.push(...times);
      console.log(`${name.padEnd(4)} ${label.padEnd(10)} p50 ${ms(times, 50)}  p95 ${ms(times, 95)} ms`);
    }
  }
  console.log(`\nall overview queries: p50 ${ms(all, 50)} ms, p95 ${ms(all, 95)} ms, slowest ${ms(all, 100)} ms`);
}

function ms(times: number[], share: number): string {
  return String(round(percentile(times, share), 1)).padStart(7);
}

function seconds(start: number): number {
  return round((performance.now() - start) / 1000, 1);
}
