import type pg from "pg";
import { parameters } from "./analytics-filter.ts";
import type { Reader } from "./reader.ts";
import { STATUS_CLASS } from "./rollup-fold.ts";

/** A position in the list: the time to the microsecond (ISO) and the id of the last row seen. */
export type ListPosition = { at: string; id: string };

/** Columns that a list can be filtered by, each by one value. */
export type ListFilter = Partial<
  Record<
    | "provider"
    | "operation"
    | "key_hash"
    | "user_id"
    | "external_user"
    | "session_id"
    | "request_id"
    | "model"
    | "status_class"
    | "rejection",
    string
  >
> & { is_byok?: boolean };

export type ListQuery = {
  workspaceId: string;
  filter: ListFilter;
  from?: Date;
  to?: Date;
  after?: ListPosition;
  limit: number;
};

export type ListedGeneration = {
  at: string;
  id: string;
  operation: string;
  status: number;
  statusClass: string;
  error: string | null;
  finish: string | null;
  requestedModel: string;
  model: string;
  provider: string | null;
  attempts: number;
  steps: number;
  keyHash: string | null;
  userId: string | null;
  externalUser: string | null;
  sessionId: string | null;
  usage: unknown;
  costNanoUsd: number;
  isByok: boolean;
  streamed: boolean;
  firstTokenMs: number | null;
  totalMs: number;
  rejection: string | null;
  rejectedField: string | null;
  rejectedRequests: number | null;
};

const COLUMNS = `
  to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, id, operation, status,
  ${STATUS_CLASS} as "statusClass", error, finish, requested_model as "requestedModel",
  coalesce(model, requested_model) as model, provider, jsonb_array_length(attempts) as attempts,
  coalesce(jsonb_array_length(steps), 0) as steps, key_hash as "keyHash",
  user_id as "userId", external_user as "externalUser", session_id as "sessionId", usage,
  cost_nano_usd as "costNanoUsd", is_byok as "isByok", streamed, first_token_ms as "firstTokenMs", total_ms as "totalMs",
  rejection, rejected_field as "rejectedField", rejected_requests as "rejectedRequests"`;

/** Expressions for filters that are not a column's own text. */
const EXPRESSIONS: Partial<Record<keyof ListFilter, string>> = {
  model: "coalesce(model, requested_model)",
  status_class: STATUS_CLASS,
  user_id: "user_id::text",
};

/** Returns a page of a workspace's ledger rows, newest first. */
export async function listGenerations(pool: pg.Pool, query: ListQuery): Promise<ListedGeneration[]> {
  const bound = parameters();
  const conditions = [`workspace_id = ${bound.add(query.workspaceId)}`];
  if (query.from) conditions.push(`created_at >= ${bound.add(query.from)}`);
  if (query.to) conditions.push(`created_at < ${bound.add(query.to)}`);
  const { after } = query;
  if (after) conditions.push(`(created_at, id) < (${bound.add(after.at)}::timestamptz, ${bound.add(after.id)})`);
  for (const [name, value] of Object.entries(query.filter)) {
    conditions.push(`${EXPRESSIONS[name as keyof ListFilter] ?? name} = ${bound.add(value)}`);
  }
  const text = `select ${COLUMNS} from generation where ${conditions.join(" and ")}
    order by created_at desc, id desc limit ${bound.add(query.limit)}`;
  return (await pool.query(text, bound.values)).rows;
}

/** Reads all rows of a query, newest first, in pages of its limit; only one page is in memory at a time. */
export async function* generationPages(read: Reader, query: ListQuery): AsyncGenerator<ListedGeneration[], void> {
  for (let page = query; ; ) {
    const { rows } = await read((pool) => listGenerations(pool, page));
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < query.limit) return;
    page = { ...query, after: last };
  }
}
