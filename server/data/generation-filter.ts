import { hasAnyTag, hasTag, type Parameters } from "./analytics-filter.ts";
import { STATUS_CLASS } from "./rollup-statement.ts";

/** The values that a filter can compare, as expressions on a ledger row. */
const EXPRESSIONS = {
  id: "id",
  upstream_id: "upstream_id",
  model: "coalesce(model, requested_model)",
  provider: "provider",
  operation: "operation",
  dialect: "dialect",
  api_key_hash: "key_hash",
  user_id: "user_id::text",
  external_user: "external_user",
  session_id: "session_id",
  agent: "agent",
  repository: "repository",
  request_id: "request_id",
  batch_id: "batch_id",
  http_referer: "referer",
  finish_reason: "finish",
  error: "error",
  status_class: STATUS_CLASS,
  rejection: "rejection",
  is_byok: "is_byok",
  status: "status",
  cost_nano_usd: "cost_nano_usd",
  latency: "first_token_ms",
  generation_time: "total_ms",
  tokens_prompt: tokensOf(
    ...["input", "cache_read", "cache_read_audio", "cache_write", "cache_write_1h", "input_audio", "input_image"],
  ),
  tokens_completion: tokensOf("output", "output_audio", "output_image"),
} as const;

export type LedgerField = keyof typeof EXPRESSIONS;

/**
 * A condition on ledger rows; null means that the field is not set. Of several `eq` conditions on one field, one must
 * hold; of all others, each. `contains` ignores case. `api_key_name` is the current name of the row's key. A `tag` is
 * any of the row's tags; `has` means that it is one of them, whatever other tags are named.
 */
export type LedgerFilter = {
  field: LedgerField | "api_key_name" | "tag";
  operator: "eq" | "neq" | "contains" | "has" | "gt" | "gte" | "lt" | "lte";
  value: string | number | boolean | null;
};

/** Rows of one workspace. `userId`: only those of this user. `to` is exclusive. */
export type LedgerSelection = {
  workspaceId: string;
  userId?: string | undefined;
  filters: readonly LedgerFilter[];
  from?: Date | undefined;
  to?: Date | undefined;
};

/** Returns the expression of a field. */
export function expressionOf(field: LedgerField): string {
  return EXPRESSIONS[field];
}

/** Returns a selection as a condition on rows of `generation`; its values are parameters. */
export function selectionCondition(
  { workspaceId, userId, filters, from, to }: LedgerSelection,
  bound: Parameters,
): string {
  const workspace = bound.add(workspaceId);
  const isEqual = ({ operator }: LedgerFilter) => operator === "eq";
  const equal = Map.groupBy(filters.filter(isEqual), ({ field }) => field);
  const others = filters.filter((filter) => !isEqual(filter));
  const withKey = (holds: string) =>
    `key_hash in (select hash from api_key where workspace_id = ${workspace} and ${holds})`;
  return [
    `workspace_id = ${workspace}`,
    ...(userId ? [`user_id = ${bound.add(userId)}`] : []),
    ...(from ? [`created_at >= ${bound.add(from)}`] : []),
    ...(to ? [`created_at < ${bound.add(to)}`] : []),
    ...[...equal.values()].map((members) => equalCondition(members, bound, withKey)),
    ...others.map((filter) => otherCondition(filter, bound, withKey)),
  ].join(" and ");
}

type WithKey = (holds: string) => string;

function equalCondition(members: readonly LedgerFilter[], bound: Parameters, withKey: WithKey): string {
  const { field } = members[0] as LedgerFilter;
  const values = [...new Set(members.map(({ value }) => value))];
  const known = values.filter((value) => value !== null);
  if (field === "api_key_name") {
    const parts = known.length > 0 ? [withKey(`name = any(${bound.add(known)}::text[])`)] : [];
    if (known.length < values.length) parts.push(`not ${withKey("true")}`, "key_hash is null");
    return `(${parts.join(" or ")})`;
  }
  if (field === "tag") return hasAnyTag("tags", values as (string | null)[], bound);
  const column = EXPRESSIONS[field];
  const parts = known.map((value) => `${column} = ${parameterOf(value, bound)}`);
  if (known.length < values.length) parts.push(`${column} is null`);
  return parts.length === 1 ? (parts[0] as string) : `(${parts.join(" or ")})`;
}

const ORDERS = { gt: ">", gte: ">=", lt: "<", lte: "<=" } as const;

function otherCondition({ field, operator, value }: LedgerFilter, bound: Parameters, withKey: WithKey): string {
  if (field === "tag") return tagCondition(operator, value as string | null, bound);
  if (field === "api_key_name") return nameCondition(operator, value, bound, withKey);
  const column = EXPRESSIONS[field];
  if (operator === "contains") return containsText(column, value, bound);
  if (operator === "neq")
    return value === null ? `${column} is not null` : `${column} is distinct from ${parameterOf(value, bound)}`;
  return `${column} ${ORDERS[operator as keyof typeof ORDERS]} ${parameterOf(value, bound)}`;
}

/** A column of whole numbers may be compared with a fraction. */
function parameterOf(value: LedgerFilter["value"], bound: Parameters): string {
  return typeof value === "number" ? `${bound.add(value)}::float8` : bound.add(value);
}

function nameCondition(operator: string, value: LedgerFilter["value"], bound: Parameters, withKey: WithKey): string {
  if (operator === "contains") return withKey(containsText("name", value, bound));
  return value === null ? withKey("true") : `(key_hash is null or not ${withKey(`name = ${bound.add(value)}`)})`;
}

function tagCondition(operator: string, value: string | null, bound: Parameters): string {
  if (value === null) return "tags is not null";
  if (operator === "neq") return `(tags is null or not ${hasTag(value, bound)})`;
  if (operator === "contains")
    return `exists (select from unnest(tags) as tag where ${containsText("tag", value, bound)})`;
  return hasTag(value, bound);
}

/** Not `like` or a regular expression: the caller's text means itself, and takes linear time. */
function containsText(column: string, value: LedgerFilter["value"], bound: Parameters): string {
  return `position(lower(${bound.add(value)}) in lower(${column})) > 0`;
}

function tokensOf(...units: string[]): string {
  return `(${units.map((unit) => `coalesce((usage->>'${unit}_tokens')::float8, 0)`).join(" + ")})`;
}
