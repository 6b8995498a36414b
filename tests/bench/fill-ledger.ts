import type { Database } from "#server/data/database.ts";
import { updateRollups } from "#server/data/rollups.ts";
import { fillStatement, QUEUE_STATEMENT } from "./ledger-rows.ts";
import { round } from "./numbers.ts";

type TimeSpan = { from: number; to: number };

const DAY_MS = 86_400_000;
const CHUNK = 100_000;

/**
 * Fills an empty ledger with `rows` rows between two times (Unix ms), and prints how long it took. Its indexes are
 * built afterwards, because sorting all rows once costs a fraction of inserting each into twelve trees.
 */
export async function fillLedger(database: Database, rows: number, { from, to }: TimeSpan): Promise<void> {
  const { pool } = database;
  const found = await pool.query("select id, organization_id from workspace");
  const { id: workspace, organization_id: organization } = found.rows[0] as { id: string; organization_id: string };
  await makeMonths(pool.query.bind(pool), { from, to });
  const start = performance.now();
  const indexes = await dropIndexes(pool.query.bind(pool));
  for (let first = 0; first < rows; first += CHUNK) {
    const count = Math.min(CHUNK, rows - first);
    await pool.query(fillStatement(first, count, rows, workspace, organization, from, to));
    if (first % 1_000_000 === 0) console.log(`  filled ${first + count} rows after ${seconds(start)} s`);
  }
  console.log(`filled in ${seconds(start)} s`);
  for (const create of indexes) await pool.query(create);
  console.log(`filled and indexed in ${seconds(start)} s`);
}

/** Returns the statements that create the ledger's indexes again. */
async function dropIndexes(query: (text: string) => Promise<{ rows: unknown[] }>): Promise<string[]> {
  const { rows } = await query(`
    select indexrelid::regclass::text as name, conname as key, pg_get_constraintdef(pg_constraint.oid) as rule,
      replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as definition
    from pg_index left join pg_constraint on conindid = indexrelid where indrelid = 'generation'::regclass`);
  const indexes = rows as { name: string; key: string | null; rule: string; definition: string }[];
  for (const { name, key } of indexes)
    await query(key ? `alter table generation drop constraint "${key}"` : `drop index ${name}`);
  return indexes.map(({ key, rule, definition }) =>
    key ? `alter table generation add constraint "${key}" ${rule}` : definition,
  );
}

/** Rolls up the rows of a time span (Unix ms), and prints how long it took. */
export async function rollUp(database: Database, rows: number, { from, to }: TimeSpan): Promise<void> {
  const { pool } = database;
  const start = performance.now();
  for (let day = from; day < to; day += DAY_MS) {
    await pool.query(QUEUE_STATEMENT, [new Date(day), new Date(day + DAY_MS)]);
    await updateRollups(database);
  }
  console.log(`rolled up in ${seconds(start)} s, ${round(((performance.now() - start) * 1000) / rows)} us a row`);
  await pool.query("vacuum (analyze) rollup");
  await pool.query("analyze rollup_series");
  const sizes =
    await pool.query(`select (select count(*) from rollup) as sums, pg_total_relation_size('rollup') / 1048576 as megabytes,
    (select sum(pg_total_relation_size(inhrelid)) / 1048576 from pg_inherits where inhparent = 'generation'::regclass)::bigint as ledger`);
  const { sums, megabytes, ledger } = sizes.rows[0] as Record<string, number>;
  console.log(`${sums} roll-up rows in ${megabytes} MB alongside a ledger of ${ledger} MB\n`);
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
