import type pg from "pg";
import {
  BYOK_OF_ROW,
  DAY_OF_PAYER,
  INTERRUPTED,
  PAYERS_OF_ROW,
  type RecordGroup,
  recordGenerations,
} from "./generations.ts";
import { removeFromRollups } from "./remove-from-rollups.ts";

/** The fields of a row that decide whether it replaces an estimate. */
type Known = { id: string; createdAt: Date; error: string | null; totalMs: number };

const FIND = `
  select workspace_id as "workspaceId", error, total_ms as "totalMs" from generation
  where id = $1 and created_at = $2 for update`;

// A payer that the row does not name is the one that its replacement names. The quarter of an hour may have been merged
// into its day since.
const TAKE_BACK = `
  with gone as (
    delete from generation where id = $1 and created_at = $2
    returning created_at, organization_id, workspace_id, key_hash, user_id,
      cost_nano_usd - ${BYOK_OF_ROW} as system_nano_usd, ${BYOK_OF_ROW} as byok_nano_usd
  ),
  payer as (
    select kind, id, ${DAY_OF_PAYER} as day
    from gone cross join lateral (${PAYERS_OF_ROW}) as payer (kind, id) where id is not null
    union all
    select payer_kind, payer_id, day from json_populate_recordset(null::spend, $3::json)
  ),
  locked as (
    select payer_kind, payer_id, spend.day from spend join payer on payer_kind = kind and payer_id = id
      and spend.day = case
        when exists (select from spend as part where part.payer_kind = kind and part.payer_id = id and part.day = payer.day)
        then payer.day else left(payer.day, 10) end
    order by 1, 2, 3 for update of spend
  )
  update spend set
    cost_nano_usd = spend.cost_nano_usd - gone.system_nano_usd,
    byok_nano_usd = spend.byok_nano_usd - gone.byok_nano_usd,
    requests = spend.requests - 1
  from gone cross join locked
  where spend.payer_kind = locked.payer_kind and spend.payer_id = locked.payer_id and spend.day = locked.day`;

/**
 * Writes one row. It replaces an estimate of the same request, written because its process seemed dead, including in
 * the totals of its payers and in the roll-ups; any other existing row remains.
 */
export async function recordOrReplace(pool: pg.Pool, row: Known, group: RecordGroup): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    if (!(await recordGenerations(client, group))) await replace(client, row, group);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

async function replace(client: pg.PoolClient, row: Known, group: RecordGroup): Promise<void> {
  const { id, createdAt } = row;
  const { rows } = await client.query(FIND, [id, createdAt]);
  const [earlier] = rows as { workspaceId: string; error: string | null; totalMs: number }[];
  if (!earlier || !isMoreCertain(row, earlier)) return;
  await removeFromRollups(client, { id, createdAt, workspaceId: earlier.workspaceId });
  await client.query(TAKE_BACK, [id, createdAt, group.spendJson]);
  await recordGenerations(client, group);
}

function isMoreCertain(row: Pick<Known, "error" | "totalMs">, earlier: Pick<Known, "error" | "totalMs">): boolean {
  if (earlier.error !== INTERRUPTED) return false;
  return row.error !== INTERRUPTED || row.totalMs > earlier.totalMs;
}
