import type pg from "pg";
import { grainFor } from "./rollup-grains.ts";

export type ActivityFilter = {
  workspaceIds: readonly string[];
  /** UTC days (Unix ms of their start); `to` is exclusive. */
  from: number;
  to: number;
  keyHash?: string;
  userId?: string;
  byWorkspace: boolean;
};

/** Sums of one UTC day and model endpoint; money in nano-USD. */
export type ActivityRow = {
  day: string;
  workspaceId: string | null;
  model: string | null;
  modelEndpoint: string | null;
  provider: string | null;
  requests: number;
  tokensPrompt: number;
  tokensCompletion: number;
  tokensReasoning: number;
  costNanoUsd: number;
  byokNanoUsd: number;
};

const ACTIVITY = (grain: string) => `
  select to_char(bucket at time zone 'UTC', 'YYYY-MM-DD') as day,
    case when $6 then rollup.workspace_id::text end as "workspaceId", model, model_endpoint as "modelEndpoint", provider,
    sum(requests)::bigint as requests, sum(tokens_prompt)::bigint as "tokensPrompt",
    sum(tokens_completion)::bigint as "tokensCompletion", sum(tokens_reasoning)::bigint as "tokensReasoning",
    sum(cost_nano_usd)::bigint as "costNanoUsd", sum(byok_nano_usd)::bigint as "byokNanoUsd"
  from rollup join rollup_series on rollup_series.id = series_id
  where grain = '${grain}' and span = 'day' and rollup.workspace_id = any($1::uuid[]) and bucket >= $2 and bucket < $3
    and ($4::text is null or key_hash = $4) and ($5::text is null or user_id = $5)
  group by 1, 2, 3, 4, 5
  having sum(requests) > 0
  order by 1 desc, "costNanoUsd" desc, requests desc, 4, 2`;

/** Returns usage by UTC day and model endpoint, newest day first. */
export async function readActivity(pool: pg.Pool, filter: ActivityFilter): Promise<ActivityRow[]> {
  const { workspaceIds, from, to, keyHash = null, userId = null, byWorkspace } = filter;
  const grain = grainFor(keyHash || userId ? ["key_hash", "user_id", "model_endpoint"] : ["model_endpoint"]);
  const values = [workspaceIds, new Date(from), new Date(to), keyHash, userId, byWorkspace];
  return (await pool.query(ACTIVITY(grain), values)).rows;
}
