import type pg from "pg";
import { subtractHistogram } from "./rollup-histogram.ts";
import { SUBTRACT_HITS } from "./rollup-hits.ts";
import { ADD_TO_ROLLUPS, HISTOGRAM_COLUMNS, ROLLUP_KEY, ROLLUP_ROWS, SUM_COLUMNS } from "./rollup-statement.ts";
import { ROLLUP_LOCK } from "./rollups.ts";

const SAME_ROW = ROLLUP_KEY.split(", ")
  .map((column) => `rollup.${column} = added.${column}`)
  .join(" and ");

/** Subtracts a ledger row from every roll-up row and every count of findings that it was added to. */
const SUBTRACT = `
  with taken as (select array[$1::text] as generation_ids, array[$2::timestamptz] as created_ats),
  ${ROLLUP_ROWS},
  hit as (${SUBTRACT_HITS})
  update rollup set
    ${SUM_COLUMNS.map((column) => `${column} = rollup.${column} - added.${column}`).join(",\n    ")},
    ${HISTOGRAM_COLUMNS.map((column) => `${column} = ${subtractHistogram(`rollup.${column}`, `added.${column}`)}`).join(",\n    ")}
  from added where ${SAME_ROW}`;

// An empty roll-up row would show as a row of zeros in grouped queries.
const DROP_EMPTY = `
  delete from rollup where requests = 0 and rejected = 0 and workspace_id = $1
    and bucket in (${["minute", "hour", "day"].map((span) => `date_trunc('${span}', $2::timestamptz, 'UTC')`).join(", ")})`;

/**
 * Removes a row from the roll-ups, inside the transaction of `client`, which blocks other updates until it ends. Queued
 * rows are added first, so that the row is known to be in the sums.
 */
export async function removeFromRollups(
  client: pg.PoolClient,
  { id, createdAt, workspaceId }: { id: string; createdAt: Date; workspaceId: string },
): Promise<void> {
  await client.query("select pg_advisory_xact_lock($1)", [ROLLUP_LOCK]);
  while ((await client.query("select 1 from rollup_queue limit 1")).rowCount === 1) await client.query(ADD_TO_ROLLUPS);
  await client.query(SUBTRACT, [id, createdAt]);
  await client.query(DROP_EMPTY, [workspaceId, createdAt]);
}
