import type pg from "pg";

export type ProviderDayFilter = {
  workspaceIds: readonly string[];
  provider: string;
  /** UTC days (Unix ms of their start); `to` is exclusive. */
  from: number;
  to: number;
};

/** One provider's requests of a model on a UTC day, with one kind of credential. */
export type ProviderDay = {
  day: string;
  model: string | null;
  isByok: boolean;
  requests: number;
  tokensPrompt: number;
  tokensCompletion: number;
  tokensCached: number;
  costNanoUsd: bigint;
  byokNanoUsd: bigint;
};

const DAYS = `
  select to_char(bucket at time zone 'UTC', 'YYYY-MM-DD') as day, model, is_byok as "isByok",
    sum(requests)::bigint as requests, sum(tokens_prompt)::bigint as "tokensPrompt",
    sum(tokens_completion)::bigint as "tokensCompletion", sum(tokens_cached)::bigint as "tokensCached",
    sum(cost_nano_usd)::text as "costNanoUsd", sum(byok_nano_usd)::text as "byokNanoUsd"
  from rollup join rollup_series on rollup_series.id = series_id
  where grain = 'model' and span = 'day' and rollup.workspace_id = any($1::uuid[]) and provider = $2
    and bucket >= $3 and bucket < $4
  group by 1, 2, 3
  having sum(requests) > 0 or sum(cost_nano_usd) <> 0 or sum(byok_nano_usd) <> 0
  order by 1, 2, 3`;

/** Returns a provider's requests by UTC day, model and kind of credential, oldest day first. */
export async function readProviderDays(pool: pg.Pool, filter: ProviderDayFilter): Promise<ProviderDay[]> {
  const { workspaceIds, provider, from, to } = filter;
  const { rows } = await pool.query(DAYS, [workspaceIds, provider, new Date(from), new Date(to)]);
  return rows.map((row) => ({
    ...row,
    costNanoUsd: BigInt(row.costNanoUsd),
    byokNanoUsd: BigInt(row.byokNanoUsd),
  }));
}
