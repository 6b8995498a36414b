import { and, asc, count, desc, eq, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { ApiKeyRow } from "./api-keys.ts";
import type { Queries } from "./database.ts";
import type { PeriodStarts } from "./generations.ts";
import { isLeaked } from "./key-reports.ts";
import { apiKey } from "./schema/api-keys.ts";

export type KeyStatus = "active" | "over_limit" | "rotated" | "disabled" | "expired";

export type KeyFilter = {
  includeDisabled: boolean;
  kind?: string;
  creatorUserId?: string;
  /** Part of the name, label or hash. */
  text?: string;
  ids?: readonly number[];
  status?: KeyStatus;
  /** Only keys with a report that they leaked which nobody has settled. */
  isLeaked?: boolean;
  /** Not used since then; a key never used counts from its creation. */
  unusedSince?: Date;
};

export type KeyOrder = { by: "name" | "spend" | "limit" | "created" | "used"; descending: boolean };
export type KeyPage = { order?: KeyOrder; offset: number; limit: number };
/** The times that a key's status and monthly spend depend on. */
export type KeyTime = { now: Date; starts: PeriodStarts };

/** Returns a page of a workspace's keys, newest first or in the given order, and their total number. */
export async function listKeys(
  queries: Queries,
  workspaceId: string,
  filter: KeyFilter,
  page: KeyPage,
  time: KeyTime,
): Promise<{ rows: ApiKeyRow[]; total: number }> {
  const where = matchesFilter(workspaceId, filter, time);
  const order = page.order ? [orderOf(page.order, time)] : [];
  const rows = await queries
    .select()
    .from(apiKey)
    .where(where)
    .orderBy(...order, desc(apiKey.createdAt), desc(apiKey.id))
    .limit(page.limit)
    .offset(page.offset);
  const [total] = await queries.select({ count: count() }).from(apiKey).where(where);
  return { rows, total: total?.count ?? 0 };
}

/** Returns the number of matching keys in each status; the filter's own status is ignored. */
export async function countKeyStatuses(
  queries: Queries,
  workspaceId: string,
  { status: _, ...filter }: KeyFilter,
  time: KeyTime,
): Promise<Partial<Record<KeyStatus, number>>> {
  const listed = queries
    .select({ status: statusOf(time).as("status") })
    .from(apiKey)
    .where(matchesFilter(workspaceId, filter, time))
    .as("listed");
  const rows = await queries.select({ status: listed.status, count: count() }).from(listed).groupBy(listed.status);
  return Object.fromEntries(rows.map((row) => [row.status, row.count]));
}

function matchesFilter(workspaceId: string, filter: KeyFilter, time: KeyTime) {
  return and(
    eq(apiKey.workspaceId, workspaceId),
    filter.includeDisabled ? undefined : eq(apiKey.disabled, false),
    filter.kind ? eq(apiKey.kind, filter.kind) : undefined,
    filter.creatorUserId ? eq(apiKey.creatorUserId, filter.creatorUserId) : undefined,
    filter.text ? contains(filter.text) : undefined,
    filter.ids ? inArray(apiKey.id, [...filter.ids]) : undefined,
    filter.status ? sql`${statusOf(time)} = ${filter.status}` : undefined,
    filter.isLeaked ? isLeaked(time.now) : undefined,
    filter.unusedSince ? lt(lastUse, sql`${filter.unusedSince.toISOString()}::timestamptz`) : undefined,
  );
}

const lastUse = sql`coalesce(${apiKey.lastUsedAt}, ${apiKey.createdAt})`;

/** Does not use `like`: the search text may contain its wildcards. */
function contains(text: string) {
  const whole = sql`lower(${apiKey.name} || chr(10) || ${apiKey.label} || chr(10) || ${apiKey.hash})`;
  return sql`position(lower(${text}) in ${whole}) > 0`;
}

/** Returns a key's status as SQL. Expiry takes precedence over every other status. */
function statusOf(time: KeyTime): SQL<KeyStatus> {
  return sql<KeyStatus>`case
    when ${apiKey.expiresAt} <= ${time.now.toISOString()}::timestamptz then 'expired'
    when ${apiKey.disabled} then 'disabled'
    when ${apiKey.rotatedTo} is not null then 'rotated'
    when ${apiKey.limitNanoUsd} is not null and ${spentUnderLimit(time)} >= ${apiKey.limitNanoUsd} then 'over_limit'
    else 'active' end`;
}

function spentUnderLimit({ starts }: KeyTime) {
  const start = sql`case ${apiKey.limitReset}
    when 'daily' then ${starts.daily} when 'weekly' then ${starts.weekly} when 'monthly' then ${starts.monthly} else '' end`;
  const spent = sql`cost_nano_usd + case when ${apiKey.includeByokInLimit} then byok_nano_usd else 0 end`;
  return sql`(select coalesce(sum(${spent}), 0) from spend
    where payer_kind = 'limit' and payer_id = ${apiKey.stableId}::text and day >= ${start})`;
}

function orderOf({ by, descending }: KeyOrder, time: KeyTime): SQL {
  const value = ORDERS[by](time);
  // A key that was never used counts as unused for the longest time.
  const unused = by === "used" ? (descending ? sql` nulls last` : sql` nulls first`) : sql``;
  return sql`${descending ? desc(value) : asc(value)}${unused}`;
}

const ORDERS: Record<KeyOrder["by"], (time: KeyTime) => SQL> = {
  name: () => byNumbers(sql`lower(${apiKey.name})`),
  spend: ({ starts }) => sql`(select coalesce(sum(cost_nano_usd), 0) from spend
    where payer_kind = 'key' and payer_id = ${apiKey.hash} and day >= ${starts.monthly})`,
  limit: () => sql`coalesce(${apiKey.limitNanoUsd}, 9223372036854775807)`,
  created: () => sql`${apiKey.createdAt}`,
  used: () => sql`${apiKey.lastUsedAt}`,
};

/** Pads numbers with zeros to twelve digits, so that "web 9" sorts before "web 10". */
function byNumbers(text: SQL): SQL {
  const longer = sql`regexp_replace(${text}, '([0-9]+)', '000000000000\\1', 'g')`;
  return sql`regexp_replace(${longer}, '0*([0-9]{12})', '\\1', 'g')`;
}
