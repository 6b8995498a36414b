import type pg from "pg";
import { subtractHistogram } from "./rollup-histogram.ts";
import { UNFOLD_HITS } from "./rollup-hits.ts";
import { CELL_KEY, CELLS, FOLD, HISTOGRAM_COLUMNS, SUM_COLUMNS } from "./rollup-statement.ts";
import { FOLD_LOCK } from "./rollups.ts";

const SAME_CELL = CELL_KEY.split(", ")
  .map((column) => `rollup.${column} = cell.${column}`)
  .join(" and ");

/** Removes a ledger row from every cell and every count of findings that it was added to. */
const UNFOLD = `
  with taken as (select array[$1::text] as generation_ids, array[$2::timestamptz] as created_ats),
  ${CELLS},
  hit as (${UNFOLD_HITS})
  update rollup set
    ${SUM_COLUMNS.map((column) => `${column} = rollup.${column} - cell.${column}`).join(",\n    ")},
    ${HISTOGRAM_COLUMNS.map((column) => `${column} = ${subtractHistogram(`rollup.${column}`, `cell.${column}`)}`).join(",\n    ")}
  from cell where ${SAME_CELL}`;

// An empty cell would show as a row of zeros in grouped queries.
const DROP_EMPTY = `
  delete from rollup where requests = 0 and rejected = 0 and workspace_id = $1
    and bucket in (${["minute", "hour", "day"].map((span) => `date_trunc('${span}', $2::timestamptz, 'UTC')`).join(", ")})`;

/**
 * Removes a row from the roll-ups, inside the transaction of `client`, which blocks other folds until it ends. Queued
 * rows are folded first, so that the row is known to be in the sums.
 */
export async function unfold(
  client: pg.PoolClient,
  { id, createdAt, workspaceId }: { id: string; createdAt: Date; workspaceId: string },
): Promise<void> {
  await client.query("select pg_advisory_xact_lock($1)", [FOLD_LOCK]);
  while ((await client.query("select 1 from rollup_queue limit 1")).rowCount === 1) await client.query(FOLD);
  await client.query(UNFOLD, [id, createdAt]);
  await client.query(DROP_EMPTY, [workspaceId, createdAt]);
}
