import type pg from "pg";

export type ChargeFilter = {
  workspaceIds: readonly string[];
  /** UTC days (Unix ms of their start); `to` is exclusive. */
  from: number;
  to: number;
  userId?: string;
};

type Sums = {
  requests: number;
  tokensPrompt: number;
  tokensCompletion: number;
  /** The amounts that the gateway charged and that providers charged to BYOK credentials; exact, even beyond 2^53. */
  costNanoUsd: bigint;
  byokNanoUsd: bigint;
};

/** Who is charged. Names are the present ones; null for keys and users that no longer exist. */
type Payer = {
  workspaceId: string;
  workspaceName: string;
  userId: string | null;
  userName: string | null;
  userEmail: string | null;
  keyHash: string | null;
  keyName: string | null;
};

/** Sums of one workspace, user and key. */
export type Charge = Payer & Sums;

/** The same amounts for one model endpoint. */
export type EndpointCharge = Charge & { model: string | null; modelEndpoint: string | null; provider: string | null };

/** Returns the charges of a period by workspace, user and key, the highest first. */
export function readCharges(pool: pg.Pool, filter: ChargeFilter): Promise<Charge[]> {
  return select(pool, "key", [], filter) as Promise<Charge[]>;
}

/** Returns the charges of a period by workspace, user, key and model endpoint, the highest first. */
export function readEndpointCharges(pool: pg.Pool, filter: ChargeFilter): Promise<EndpointCharge[]> {
  return select(pool, "full", ["model", "model_endpoint", "provider"], filter) as Promise<EndpointCharge[]>;
}

async function select(pool: pg.Pool, grain: string, columns: readonly string[], filter: ChargeFilter) {
  const { workspaceIds, from, to, userId = null } = filter;
  const text = statement(grain, columns);
  const { rows } = await pool.query(text, [workspaceIds, new Date(from), new Date(to), userId]);
  return rows.map((row) => ({
    ...row,
    costNanoUsd: BigInt(row.costNanoUsd),
    byokNanoUsd: BigInt(row.byokNanoUsd),
  }));
}

const statement = (grain: string, columns: readonly string[]) => `
  with charge as (
    select rollup.workspace_id, key_hash, user_id, ${columns.map((column) => `${column}, `).join("")}
      sum(requests)::bigint as requests, sum(tokens_prompt)::bigint as tokens_prompt,
      sum(tokens_completion)::bigint as tokens_completion,
      sum(cost_nano_usd) as cost_nano_usd, sum(byok_nano_usd) as byok_nano_usd
    from rollup join rollup_series on rollup_series.id = series_id
    where grain = '${grain}' and span = 'day' and rollup.workspace_id = any($1::uuid[]) and bucket >= $2 and bucket < $3
      and ($4::text is null or user_id = $4)
    group by ${["rollup.workspace_id", "key_hash", "user_id", ...columns].join(", ")}
    having sum(requests) > 0 or sum(cost_nano_usd) <> 0 or sum(byok_nano_usd) <> 0
  )
  select workspace.id as "workspaceId", workspace.name as "workspaceName",
    charge.user_id as "userId", "user".name as "userName", "user".email as "userEmail",
    key_hash as "keyHash", api_key.name as "keyName", ${columns.map((column) => `${column} as "${camel(column)}", `).join("")}
    requests, tokens_prompt as "tokensPrompt", tokens_completion as "tokensCompletion",
    cost_nano_usd::text as "costNanoUsd", byok_nano_usd::text as "byokNanoUsd"
  from charge
    join workspace on workspace.id = charge.workspace_id
    left join api_key on api_key.hash = key_hash and api_key.workspace_id = charge.workspace_id
    left join "user" on "user".id::text = charge.user_id
  order by cost_nano_usd desc, byok_nano_usd desc, requests desc,
    ${["workspace.name", "workspace.id", "charge.user_id", "key_hash", ...columns].join(", ")}`;

function camel(column: string): string {
  return column.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
}
