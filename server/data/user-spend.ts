import type pg from "pg";

/** What the payers of a kind have spent in a period, in nano-USD. `near`: how many have spent `nearNanoUsd` or more. */
export type UserSpend = { count: number; nanoUsd: number; near: number; top: { id: string; nanoUsd: number }[] };

/** `start`: as in leases, in any time zone. */
export type SpendPeriod = { start: string; includeByok: boolean };

const READ = `
  with payer as (
    select payer_id as id, sum(cost_nano_usd + case when $3 then byok_nano_usd else 0 end) as total from spend
    where payer_kind = $1 and (day >= split_part($2, ' ', 1) or day = left($2, 10))
    group by payer_id
  )
  select id, total::bigint as "nanoUsd", sum(total) over ()::bigint as "all", count(*) over ()::int as count,
    count(*) filter (where total >= $4::numeric) over ()::int as near
  from payer where total > 0 order by total desc, id limit 10`;

type Row = { id: string; nanoUsd: number; all: number; count: number; near: number };

/** Returns what the payers of a kind have spent since the start of a period, and the ten who spent most. */
export async function readUserSpend(
  pool: pg.Pool,
  kind: string,
  { start, includeByok }: SpendPeriod,
  nearNanoUsd: number,
): Promise<UserSpend> {
  const { rows } = await pool.query<Row>(READ, [kind, start, includeByok, nearNanoUsd]);
  const [first] = rows;
  return {
    count: first?.count ?? 0,
    nanoUsd: Number(first?.all ?? 0),
    near: first?.near ?? 0,
    top: rows.map(({ id, nanoUsd }) => ({ id, nanoUsd: Number(nanoUsd) })),
  };
}
