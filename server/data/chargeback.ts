import type pg from "pg";

export type ChargeFilter = {
  workspaceIds: readonly string[];
  /** UTC days (Unix ms of their start); `to` is exclusive. */
  from: number;
  to: number;
  userId?: string;
};

export type Sums = {
  requests: number;
  tokensPrompt: number;
  tokensCompletion: number;
  /** The amounts that the gateway charged and that providers charged to BYOK credentials; exact, even beyond 2^53. */
  costNanoUsd: bigint;
  byokNanoUsd: bigint;
};

/** Who is charged. Names are the present ones, or the last of deleted keys; null for users that no longer exist. */
export type ChargeOwner = {
  workspaceId: string;
  workspaceName: string;
  userId: string | null;
  userName: string | null;
  userEmail: string | null;
  keyHash: string | null;
  keyName: string | null;
};

/** Sums of one workspace, user and key. */
export type Charge = ChargeOwner & Sums;

/** Returns the charges of a period by workspace, user and key, the highest first. */
export async function readCharges(pool: pg.Pool, filter: ChargeFilter): Promise<Charge[]> {
  const { rows } = await pool.query(CHARGES, valuesOf(filter));
  return rows.map((row) => ({ ...row, ...amountsOf(row) }));
}

/** Returns the values of the placeholders $1 to $4. */
export function valuesOf({ workspaceIds, from, to, userId }: ChargeFilter): unknown[] {
  return [workspaceIds, new Date(from), new Date(to), userId ?? null];
}

/** Amounts are selected as text, because they may exceed 2^53. */
export function amountsOf({ costNanoUsd, byokNanoUsd }: { costNanoUsd: string; byokNanoUsd: string }) {
  return { costNanoUsd: BigInt(costNanoUsd), byokNanoUsd: BigInt(byokNanoUsd) };
}

/** The sums of a charge, as they are returned. */
export const SELECTED_SUMS = `charge.requests, tokens_prompt as "tokensPrompt", tokens_completion as "tokensCompletion",
    cost_nano_usd::text as "costNanoUsd", byok_nano_usd::text as "byokNanoUsd"`;

export const OWNER_COLUMNS = `workspace.id as "workspaceId", workspace.name as "workspaceName",
    charge.user_id as "userId", "user".name as "userName", "user".email as "userEmail",
    key_hash as "keyHash", coalesce(api_key.name, (
      select target_name from audit
      where organization_id = workspace.organization_id and target_type = 'key' and target_id = key_hash
        and action = 'key.delete' and audit.workspace_id = workspace.id
      limit 1
    )) as "keyName"`;

export const OWNER_JOINS = `
    join workspace on workspace.id = charge.workspace_id
    left join api_key on api_key.hash = key_hash and api_key.workspace_id = charge.workspace_id
    left join "user" on "user".id::text = charge.user_id`;

export const HIGHEST_FIRST = "cost_nano_usd desc, byok_nano_usd desc, charge.requests desc";

/** SQL for the roll-up rows of a grain that the filter selects. */
export function cellsOf(grain: "key" | "full"): string {
  return `rollup join rollup_series on rollup_series.id = series_id
    where grain = '${grain}' and span = 'day' and rollup.workspace_id = any($1::uuid[]) and bucket >= $2 and bucket < $3
      and ($4::text is null or user_id = $4)`;
}

/** SQL that leaves out groups which no longer have, or never had, anything to charge. */
export const HAS_CHARGE = "having sum(requests) > 0 or sum(cost_nano_usd) <> 0 or sum(byok_nano_usd) <> 0";

const CHARGES = `
  with charge as (
    select rollup.workspace_id, key_hash, user_id,
      sum(requests)::bigint as requests, sum(tokens_prompt)::bigint as tokens_prompt,
      sum(tokens_completion)::bigint as tokens_completion,
      sum(cost_nano_usd) as cost_nano_usd, sum(byok_nano_usd) as byok_nano_usd
    from ${cellsOf("key")}
    group by rollup.workspace_id, key_hash, user_id
    ${HAS_CHARGE}
  )
  select ${OWNER_COLUMNS}, ${SELECTED_SUMS}
  from charge ${OWNER_JOINS}
  order by ${HIGHEST_FIRST}, workspace.name, workspace.id, charge.user_id, key_hash`;
