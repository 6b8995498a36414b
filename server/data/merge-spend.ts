import type pg from "pg";

const DAY_MS = 86_400_000;
/** In every time zone, the current day started within this time. */
const RECENT_DAYS = 3;
/** Likewise for the current week and month, which start within a day of these. */
const WEEK_DAYS = 9;
const MONTH_DAYS = 34;

// One statement, so that readers see the parts or their sum. A part that is added to meanwhile is merged as a new one
// at the next run.
const MERGE = `
  with part as (
    delete from spend where length(day) > 10 and day < $1 and (
      (left(day, 10)::date + 1 <> date_trunc('month', left(day, 10)::date + 1)::date
        and left(day, 10)::date <> date_trunc('month', left(day, 10)::date)::date
        and (extract(isodow from left(day, 10)::date) not in (7, 1) or day < $2))
      or day < $3)
    returning payer_kind, payer_id, left(day, 10) as day, cost_nano_usd, byok_nano_usd, requests
  )
  insert into spend as total (payer_kind, payer_id, day, cost_nano_usd, byok_nano_usd, requests)
  select payer_kind, payer_id, day, sum(cost_nano_usd), sum(byok_nano_usd), sum(requests) from part group by 1, 2, 3
  on conflict (payer_kind, payer_id, day) do update set
    cost_nano_usd = total.cost_nano_usd + excluded.cost_nano_usd,
    byok_nano_usd = total.byok_nano_usd + excluded.byok_nano_usd,
    requests = total.requests + excluded.requests`;

// Each of many end users and sessions may have rows of a budget that is gone. Requests that were in progress then add
// theirs later.
const DELETE_UNOWNED = `
  delete from spend where (starts_with(payer_kind, 'budget:') or starts_with(payer_kind, 'session-budget:'))
    and not exists (select from shared_budget where split_part(payer_kind, ':', 2) = shared_budget.id::text)`;

/**
 * Deletes what end users and sessions have spent under budgets that no longer exist. Merges quarters of an hour of spending into their
 * UTC days, except in days in which a current period of some time zone may start.
 */
export async function mergeSpend(pool: pg.Pool, nowMs: number): Promise<void> {
  const before = (days: number) => new Date(nowMs - days * DAY_MS).toISOString().slice(0, 10);
  await pool.query(DELETE_UNOWNED);
  await pool.query(MERGE, [before(RECENT_DAYS), before(WEEK_DAYS), before(MONTH_DAYS)]);
}
