import { and, desc, eq, gte, or, sql } from "drizzle-orm";
import type pg from "pg";
import type { Queries } from "./database.ts";
import { generation, spend } from "./schema/generations.ts";

export type GenerationRow = typeof generation.$inferSelect;

/** SQL for the payers in a row's own columns, as values of (kind, id). */
export const PAYERS_OF_ROW = `values
    ('key', key_hash), ('workspace', workspace_id::text), ('organization', organization_id::text),
    ('member', workspace_id::text || ':' || user_id::text)`;

/** SQL for the time by which the spending of such a payer is stored; budgets of these two start in any time zone. */
export const DAY_OF_PAYER = `case when payer.kind in ('workspace', 'member')
    then to_char(to_timestamp(floor(extract(epoch from created_at) / 900) * 900) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI')
    else to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') end`;

/** SQL for the part of a row's cost that BYOK credentials pay. */
export const BYOK_OF_ROW = "coalesce(byok_nano_usd, case when is_byok then cost_nano_usd else 0 end)";

/** Returns the part of a row's cost that BYOK credentials pay, in nano-USD. */
export function byokOf({ isByok, costNanoUsd, byokNanoUsd }: Payable): number {
  return byokNanoUsd ?? (isByok ? costNanoUsd : 0);
}

/** The columns of a row that say who pays. */
export type Payable = Pick<GenerationRow, "isByok" | "costNanoUsd" | "byokNanoUsd">;

/** The `error` of an estimated row: the process ended before the response did, so its end is unknown. */
export const INTERRUPTED = "The gateway's process ended before the response was complete";

// One statement, so that a row, the totals it adds to and its reservation change together or not at all. An existing
// row, whose first write was acknowledged too late, changes nothing. Rows travel as one JSON parameter: binding each
// column of each row costs several times as much. The division fails, and with it the whole statement, if fewer rows
// are new than required: the sums are those of all rows.
const RECORD = `
  with fresh as (
    insert into generation select * from json_populate_recordset(null::generation, $1::json)
    on conflict do nothing
    returning id, created_at, organization_id, workspace_id, key_hash, user_id, is_byok, cost_nano_usd, byok_nano_usd,
      rejection
  ),
  queued as (
    insert into rollup_queue (generation_ids, created_ats)
    select array_agg(id), array_agg(created_at) from fresh having count(*) > 0
  ),
  released as (
    update lease set amount_nano_usd = lease.amount_nano_usd - used.amount_nano_usd
    from json_populate_recordset(null::lease, $3::json) as used
    where lease.process_id = used.process_id and lease.account = used.account
      and lease.period_start = used.period_start and exists (select 1 from fresh)
  ),
  added as (
    insert into spend as total (payer_kind, payer_id, day, cost_nano_usd, byok_nano_usd, requests)
    select payer.kind, payer.id, ${DAY_OF_PAYER},
      sum(cost_nano_usd - ${BYOK_OF_ROW}),
      sum(${BYOK_OF_ROW}),
      count(*)
    from fresh cross join lateral (${PAYERS_OF_ROW}) as payer (kind, id)
    where payer.id is not null and rejection is null
    group by 1, 2, 3
    union all
    select payer_kind, payer_id, day, cost_nano_usd, byok_nano_usd, requests
    from json_populate_recordset(null::spend, $2::json) where exists (select 1 from fresh)
    order by 1, 2, 3
    on conflict (payer_kind, payer_id, day) do update set
      cost_nano_usd = total.cost_nano_usd + excluded.cost_nano_usd,
      byok_nano_usd = total.byok_nano_usd + excluded.byok_nano_usd,
      requests = total.requests + excluded.requests
  )
  select count(*)::int as fresh, 1 / case when $4::int > count(*) then 0 else 1 end as is_enough from fresh`;

const DIVISION_BY_ZERO = "22012";

/**
 * Ledger rows as JSON by column name, and their effect on the totals of limits' payers and on leases. `newRows`: how
 * many of them must be new for any to be written; if absent, existing rows are allowed.
 */
export type RecordGroup = { rowsJson: string; spendJson: string; leasesJson: string; newRows?: number };

/**
 * Writes ledger rows, adds them to the totals of their payers, and releases their reservations. Returns false, with
 * nothing written, if fewer rows are new than required, or none are.
 */
export async function recordGenerations(
  pool: Pick<pg.Pool, "query">,
  { rowsJson, spendJson, leasesJson, newRows = 0 }: RecordGroup,
): Promise<boolean> {
  try {
    const { rows } = await pool.query(RECORD, [rowsJson, spendJson, leasesJson, newRows]);
    return rows[0].fresh > 0;
  } catch (error) {
    if (newRows > 0 && (error as { code?: unknown }).code === DIVISION_BY_ZERO) return false;
    throw error;
  }
}

/** The rows of one workspace, or of every workspace of an organization. */
export type GenerationScope = { workspaceId: string } | { organizationId: string };

/** Returns a row by its own id or the upstream's; the newest one if several share an upstream id. */
export async function findGeneration(
  queries: Queries,
  scope: GenerationScope,
  id: string,
): Promise<GenerationRow | undefined> {
  const hasId = or(eq(generation.id, id), eq(generation.upstreamId, id));
  const inScope =
    "workspaceId" in scope
      ? eq(generation.workspaceId, scope.workspaceId)
      : eq(generation.organizationId, scope.organizationId);
  const [row] = await queries
    .select()
    .from(generation)
    .where(and(inScope, hasId))
    .orderBy(desc(generation.createdAt))
    .limit(1);
  return row;
}

export type Totals = {
  payerId: string;
  all: number;
  daily: number;
  weekly: number;
  monthly: number;
  byokAll: number;
  byokDaily: number;
  byokWeekly: number;
  byokMonthly: number;
};

/** First days (YYYY-MM-DD, UTC) of the current periods. */
export type PeriodStarts = { daily: string; weekly: string; monthly: string };

/**
 * Returns the spending of payers of a kind in nano-USD, in total and in the current periods; only of some payers if ids
 * are given.
 */
export async function readTotals(
  queries: Queries,
  kind: string,
  starts: PeriodStarts,
  ids?: string[],
): Promise<Totals[]> {
  const sum = (column: typeof spend.costNanoUsd | typeof spend.byokNanoUsd, from?: string) =>
    from
      ? sql<number>`coalesce(sum(${column}) filter (where ${gte(spend.day, from)}), 0)::bigint`.mapWith(Number)
      : sql<number>`coalesce(sum(${column}), 0)::bigint`.mapWith(Number);
  return queries
    .select({
      payerId: spend.payerId,
      all: sum(spend.costNanoUsd),
      daily: sum(spend.costNanoUsd, starts.daily),
      weekly: sum(spend.costNanoUsd, starts.weekly),
      monthly: sum(spend.costNanoUsd, starts.monthly),
      byokAll: sum(spend.byokNanoUsd),
      byokDaily: sum(spend.byokNanoUsd, starts.daily),
      byokWeekly: sum(spend.byokNanoUsd, starts.weekly),
      byokMonthly: sum(spend.byokNanoUsd, starts.monthly),
    })
    .from(spend)
    .where(and(eq(spend.payerKind, kind), ids ? sql`${spend.payerId} = any(${sql.param(ids)})` : undefined))
    .groupBy(spend.payerId);
}
