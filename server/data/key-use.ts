import { selectWithin } from "./bounded-query.ts";
import type { Database } from "./database.ts";

export type KeyUse = {
  requests: number;
  failed: number;
  costNanoUsd: number;
  firstAt: Date | null;
  lastAt: Date | null;
  isComplete: boolean;
  clients: { agent: string | null; userAgent: string | null; requests: number; lastAt: Date }[];
  models: { model: string; requests: number; costNanoUsd: number }[];
};

const MOST_ROWS = 100_000;

// A row of a grouping set has only its own columns; the others are null.
const USE = `
  with newest as materialized (
    select created_at, coalesce(model, requested_model) as model, agent, user_agent,
      coalesce(rejected_requests, 1) as requests, status >= 400 or error is not null as failed, cost_nano_usd
    from generation where workspace_id = $1 and key_hash = $2 and created_at >= $3
    order by created_at desc limit $4 + 1
  ),
  counted as (select * from newest order by created_at desc limit $4),
  grouped as (
    select grouping(model) as no_model, grouping(agent) as no_client, model, agent, user_agent,
      sum(requests)::bigint as requests, coalesce(sum(requests) filter (where failed), 0)::bigint as failed,
      coalesce(sum(cost_nano_usd), 0)::bigint as cost, min(created_at) as first_at, max(created_at) as last_at
    from counted group by grouping sets ((), (model), (agent, user_agent))
  ),
  ranked as (
    select *, row_number() over (partition by no_model, no_client order by requests desc, last_at desc) as place from grouped
  )
  select ranked.*, (select count(*) <= $4 from newest) as complete from ranked where place <= 10 order by place`;

type Row = {
  no_model: number;
  no_client: number;
  model: string | null;
  agent: string | null;
  user_agent: string | null;
  requests: number | null;
  failed: number;
  cost: number;
  first_at: Date | null;
  last_at: Date | null;
  complete: boolean;
};

/** Returns what a key of one workspace did since a time, of its newest 100,000 rows in the ledger. */
export async function readKeyUse(
  database: Pick<Database, "pool" | "embedded">,
  { workspaceId, hash, since }: { workspaceId: string; hash: string; since: Date },
): Promise<KeyUse> {
  const rows = (await selectWithin(database, 10_000, USE, [workspaceId, hash, since, MOST_ROWS])) as Row[];
  const total = rows.find(({ no_model, no_client }) => no_model === 1 && no_client === 1);
  return {
    requests: total?.requests ?? 0,
    failed: total?.failed ?? 0,
    costNanoUsd: total?.cost ?? 0,
    firstAt: total?.first_at ?? null,
    lastAt: total?.last_at ?? null,
    isComplete: total?.complete ?? true,
    clients: rows
      .filter(({ no_client }) => no_client === 0)
      .map((row) => ({
        agent: row.agent,
        userAgent: row.user_agent,
        requests: row.requests ?? 0,
        lastAt: row.last_at as Date,
      })),
    models: rows
      .filter(({ no_model }) => no_model === 0)
      .map((row) => ({ model: row.model ?? "", requests: row.requests ?? 0, costNanoUsd: row.cost })),
  };
}
