import type { Database } from "#server/data/database.ts";
import { foldRollups } from "#server/data/rollups.ts";
import { fillStatement, QUEUE_STATEMENT } from "./ledger-rows.ts";
import { round } from "./numbers.ts";

type TimeSpan = { from: number; to: number };

const DAY_MS = 86_400_000;
const CHUNK = 100_000;

/** Fills an empty ledger with `rows` rows between two times (Unix ms), and prints how long it took. */
export async function fillLedger(database: Database, rows: number, { from, to }: TimeSpan): Promise<void> {
  const { pool } = database;
  const found = await pool.query("select id, organization_id from workspace");
  const { id: workspace, organization_id: organization } = found.rows[0] as { id: string; organization_id: string };
  await makeMonths(pool.query.bind(pool), { from, to });
  const start = performance.now();
  for (let first = 0; first < rows; first += CHUNK) {
    const count = Math.min(CHUNK, rows - first);
    await pool.query(fillStatement(first, count, rows, workspace, organization, from, to));
    if (first % 1_000_000 === 0) console.log(`  filled ${first + count} rows after ${seconds(start)} s`);
  }
  console.log(`filled in ${seconds(start)} s`);
}

/** Rolls up the rows of a time span (Unix ms), and prints how long it took. */
export async function rollUp(database: Database, rows: number, { from, to }: TimeSpan): Promise<void> {
  const { pool } = database;
  const start = performance.now();
  for (let day = from; day < to; day += DAY_MS) {
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
}

async function makeMonths(query: (text: string) => Promise<unknown>, { from, to }: TimeSpan): Promise<void> {
  for (let month = new Date(from); month.getTime() < to; month.setUTCMonth(month.getUTCMonth() + 1, 1)) {
    const start = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth(), 1));
    const end = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1));
    const name = `generation_${start.toISOString().slice(0, 7).replace("-", "_")}`;
    await query(
      `create table if not exists ${name} partition of generation for values from ('${start.toISOString()}') to ('${end.toISOString()}')`,
    );
  }
}

function seconds(start: number): number {
  return round((performance.now() - start) / 1000, 1);
}
