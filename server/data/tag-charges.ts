import type pg from "pg";
import {
  amountsOf,
  type ChargeFilter,
  type ChargeOwner,
  cellsOf,
  HAS_CHARGE,
  HIGHEST_FIRST,
  OWNER_COLUMNS,
  OWNER_JOINS,
  SELECTED_SUMS,
  type Sums,
  valuesOf,
} from "./chargeback.ts";
import { AMOUNTS, FACT_COLUMNS, UNIT_COLUMNS } from "./rollup-statement.ts";

/** Sums of the requests of one workspace that have a tag; null: of those without tags. */
export type TagCharge = Sums & { workspaceId: string; workspaceName: string; tag: string | null };

/**
 * Sums of one workspace, user, key and model endpoint, of the requests with exactly these tags (sorted); null: without
 * tags.
 */
export type EndpointCharge = ChargeOwner &
  Sums & { model: string | null; modelEndpoint: string | null; provider: string | null; tags: string[] | null };

/**
 * Returns the charges of a period by workspace and tag, the highest first. A request with several tags is charged to
 * each, so the charges add up to more than what was spent.
 */
export async function readTagCharges(pool: pg.Pool, filter: ChargeFilter): Promise<TagCharge[]> {
  const { rows } = await pool.query(BY_TAG, valuesOf(filter));
  return rows.map((row) => ({ ...row, ...amountsOf(row) }));
}

/** Returns the charges of a period by workspace, user, key, model endpoint and set of tags, the highest first. */
export async function readEndpointCharges(pool: pg.Pool, filter: ChargeFilter): Promise<EndpointCharge[]> {
  const { rows } = await pool.query(BY_ENDPOINT, valuesOf(filter));
  return rows.map((row) => ({ ...row, ...amountsOf(row) }));
}

const NAMES = ["requests", "tokens_prompt", "tokens_completion", "cost_nano_usd", "byok_nano_usd"] as const;
const PLAIN = NAMES.join(", ");
const NEGATIVE = NAMES.map((name) => `-${name}`).join(", ");
const SUMMED = `sum(requests)::bigint as requests, sum(tokens_prompt)::bigint as tokens_prompt,
      sum(tokens_completion)::bigint as tokens_completion,
      sum(cost_nano_usd) as cost_nano_usd, sum(byok_nano_usd) as byok_nano_usd`;

/**
 * The roll-ups count all requests, and the ledger has the tags: what is left of the roll-ups without the tagged rows
 * are the requests without tags, to the nano-USD. Rows that are not in the roll-ups yet are left out. Rows that
 * retention has dropped count as untagged. Summed before tags are split or sorted, which takes longer than the rest.
 */
const tagged = (columns: string) => `
  tagged as materialized (
    select ${columns}, tags, ${SUMMED}
    from (
      select workspace_id, ${FACT_COLUMNS}, tags, ${NAMES.map((name) => `${AMOUNTS[name]} as ${name}`).join(", ")}
      from generation cross join lateral jsonb_to_record(usage) as unit (${UNIT_COLUMNS})
      where tags is not null and workspace_id = any($1::uuid[]) and created_at >= $2 and created_at < $3
        and ($4::text is null or user_id::text = $4)
        and id not in (select unnest(generation_ids) from rollup_queue)
    ) as row
    group by ${columns}, tags
  )`;

const BY_TAG = `
  with ${tagged("workspace_id")},
  charge as (
    select workspace_id, tag, ${SUMMED}
    from (
      select rollup.workspace_id, null as tag, ${PLAIN} from ${cellsOf("key")}
      union all select workspace_id, null, ${NEGATIVE} from tagged
      union all select workspace_id, tag, ${PLAIN} from tagged cross join lateral unnest(tags) as tag
    ) as part
    group by workspace_id, tag
    ${HAS_CHARGE}
  )
  select workspace.id as "workspaceId", workspace.name as "workspaceName", tag, ${SELECTED_SUMS}
  from charge join workspace on workspace.id = charge.workspace_id
  order by ${HIGHEST_FIRST}, workspace.name, workspace.id, tag`;

const PLACES = "key_hash, user_id, model, model_endpoint, provider";
const PLACE = PLACES.replace("user_id", "user_id::text as user_id");

const BY_ENDPOINT = `
  with ${tagged(`workspace_id, ${PLACES}`)},
  charge as (
    select workspace_id, key_hash, user_id, model, model_endpoint, provider, tags, ${SUMMED}
    from (
      select rollup.workspace_id, ${PLACE}, null::text[] as tags, ${PLAIN} from ${cellsOf("full")}
      union all select workspace_id, ${PLACE}, null, ${NEGATIVE} from tagged
      union all select workspace_id, ${PLACE}, (select array_agg(tag order by tag) from unnest(tags) as tag), ${PLAIN}
        from tagged
    ) as part
    group by workspace_id, key_hash, user_id, model, model_endpoint, provider, tags
    ${HAS_CHARGE}
  )
  select ${OWNER_COLUMNS}, model, model_endpoint as "modelEndpoint", provider, charge.tags, ${SELECTED_SUMS}
  from charge ${OWNER_JOINS}
  order by ${HIGHEST_FIRST}, workspace.name, workspace.id, charge.user_id, key_hash, model, model_endpoint, provider,
    charge.tags`;
