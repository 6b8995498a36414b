import type pg from "pg";

/** A process's request for part of a limit. Money in nano-USD. */
export type LeaseRequest = {
  account: string;
  periodStart: string;
  /** The kind of payer whose spending counts against the limit. */
  payerKind: string;
  payerId: string;
  includeByok: boolean;
  limitNanoUsd: number;
  /** Minimum useful amount. */
  needNanoUsd: number;
  /** One lease may take up to this fraction (1/parts) of the remaining budget. */
  parts: number;
};

/**
 * `granted` 0: no budget was left. `others`: the amount that other processes hold. `spent`: what counts in the period.
 * `own`: the amount that this process held before.
 */
export type LeaseResult = { grantedNanoUsd: number; othersNanoUsd: number; spentNanoUsd: number; ownNanoUsd: number };

/** How long a process may be silent before its leases are released. */
export const LEASE_SECONDS = 30;

// A negative amount is what a process owes for a request that cost more than was reserved, which `spent` already
// includes. It adds no budget: the process asks for that much more, and others must not see it as available. The lock
// comes first and the sums in a statement of their own, since a statement sees what was committed when it started. A
// day whose spending is not stored by quarters of an hour counts as a whole from the period that starts in it. Leases
// of periods in another time zone were taken before the zone changed, and their requests may count in this period.
const LOCK = "select pg_advisory_xact_lock(hashtextextended($1, 0))";
const IS_HELD = `account = $1 and expires_at > now()
        and (period_start = $6 or split_part(period_start, ' ', 2) <> split_part($6, ' ', 2))`;
const AVAILABLE = `
  select
    (select coalesce(sum(cost_nano_usd + case when $4 then byok_nano_usd else 0 end), 0)::bigint from spend
      where payer_kind = $2 and payer_id = $3
        and (day >= split_part($6, ' ', 1) or day = left($6, 10))) as spent,
    (select coalesce(sum(case when process_id = $5 then amount_nano_usd else greatest(amount_nano_usd, 0) end), 0)::bigint
      from lease where ${IS_HELD}) as held,
    (select coalesce(sum(amount_nano_usd), 0)::bigint from lease
      where account = $1 and period_start = $6 and expires_at > now() and process_id = $5) as own,
    (select coalesce(sum(greatest(amount_nano_usd, 0)), 0)::bigint from lease
      where ${IS_HELD} and process_id <> $5) as others`;
const TAKE = `
  insert into lease (process_id, account, period_start, amount_nano_usd, expires_at)
  values ($1, $2, $3, $4, now() + interval '${LEASE_SECONDS} s')
  on conflict (process_id, account, period_start) do update set
    amount_nano_usd = lease.amount_nano_usd + excluded.amount_nano_usd, expires_at = excluded.expires_at`;

/** Leases part of a limit to a process, all or nothing; two processes never get the same part. */
export async function acquireLease(pool: pg.Pool, processId: string, request: LeaseRequest): Promise<LeaseResult> {
  const { account, periodStart, payerKind, payerId, includeByok, limitNanoUsd, needNanoUsd, parts } = request;
  const connection = await pool.connect();
  try {
    await connection.query("begin");
    await connection.query(LOCK, [account]);
    const { rows } = await connection.query(AVAILABLE, [
      account,
      payerKind,
      payerId,
      includeByok,
      processId,
      periodStart,
    ]);
    const { spent, held, own, others } = rows[0] as { spent: number; held: number; own: number; others: number };
    const room = limitNanoUsd - spent - held;
    const granted = room < needNanoUsd ? 0 : Math.max(needNanoUsd, Math.floor(room / parts));
    if (granted > 0) await connection.query(TAKE, [processId, account, periodStart, granted]);
    await connection.query("commit");
    return { grantedNanoUsd: granted, othersNanoUsd: others, spentNanoUsd: spent, ownNanoUsd: own };
  } catch (error) {
    await connection.query("rollback").catch(() => undefined);
    throw error;
  } finally {
    connection.release();
  }
}

/** Leased budget as JSON rows of `lease`: account, period and amount. */
export type LeasedBudget = readonly { account: string; periodStart: string; nanoUsd: number }[];

const RETURN = `
  update lease set amount_nano_usd = lease.amount_nano_usd - rest.amount_nano_usd
  from json_populate_recordset(null::lease, $2::json) as rest
  where lease.process_id = $1 and lease.account = rest.account and lease.period_start = rest.period_start`;

/** Returns leased budget that a process does not need. */
export async function returnLeases(pool: pg.Pool, processId: string, rest: LeasedBudget): Promise<void> {
  await pool.query(RETURN, [processId, rowsOf(rest)]);
}

const KEEP = `
  update lease set expires_at = now() + interval '${LEASE_SECONDS} s' where process_id = $1 and amount_nano_usd <> 0`;

/** Renews the leases of a live process. Those that are used up or returned end by themselves. */
export async function keepLeases(pool: pg.Pool, processId: string): Promise<void> {
  await pool.query(KEEP, [processId]);
}

/** Releases the leases of dead processes; their spending is in the totals. Returns the number of released leases. */
export async function sweepLeases(pool: pg.Pool): Promise<number> {
  const { rowCount } = await pool.query("delete from lease where expires_at < now()");
  return rowCount ?? 0;
}

/** Releases everything a process holds, when it ends. */
export async function dropLeases(pool: pg.Pool, processId: string): Promise<void> {
  await pool.query("delete from lease where process_id = $1", [processId]);
}

const HAND_OVER = `
  with handed as (
    select * from json_to_recordset($3::json) as room (account text, period_start text, amount_nano_usd bigint)
  ),
  taken as (
    update lease set amount_nano_usd = lease.amount_nano_usd - handed.amount_nano_usd from handed
    where lease.process_id = $1 and lease.account = handed.account and lease.period_start = handed.period_start
  )
  insert into lease (process_id, account, period_start, amount_nano_usd, expires_at)
  select $2::uuid, account, period_start, amount_nano_usd, now() + interval '3 days' from handed
  on conflict (process_id, account, period_start) do update set
    amount_nano_usd = lease.amount_nano_usd + excluded.amount_nano_usd, expires_at = excluded.expires_at`;

/** Transfers part of a process's lease to a holder that outlives it, which releases all of it with `dropLeases`. */
export async function handOverLease(
  pool: pg.Pool,
  processId: string,
  holderId: string,
  room: LeasedBudget,
): Promise<void> {
  await pool.query(HAND_OVER, [processId, holderId, rowsOf(room)]);
}

function rowsOf(budget: LeasedBudget): string {
  const rows = budget.map(({ account, periodStart, nanoUsd }) => ({
    account,
    period_start: periodStart,
    amount_nano_usd: nanoUsd,
  }));
  return JSON.stringify(rows);
}

/** Releases all process leases; for a database with a single process, which has just started. */
export async function dropProcessLeases(pool: pg.Pool): Promise<void> {
  await pool.query(`delete from lease where process_id not in
    (select lease_id from video_job where status in ('pending', 'in_progress')
      union all select lease_id from provider_batch where status <> 'ended')`);
}
