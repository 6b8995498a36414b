import { parameters } from "./analytics-filter.ts";
import { selectWithin } from "./bounded-query.ts";
import type { Database } from "./database.ts";
import { type LedgerSelection, selectionCondition } from "./generation-filter.ts";
import { STATUS_CLASS } from "./rollup-statement.ts";

/** A position in the list: the time to the microsecond (ISO) and the id of the last row seen. */
export type ListPosition = { at: string; id: string };

/** `timeoutMs`: how long PostgreSQL may take for a page; unlimited if absent. */
export type ListQuery = LedgerSelection & {
  /** Only requests that finished then or later. No index has this time, so it needs a recent `from`. */
  finishedAfter?: Date;
  isOldestFirst?: boolean;
  /** Only the rows that follow it in this order. */
  after?: ListPosition | undefined;
  limit: number;
  timeoutMs?: number;
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
  tags: string[] | null;
  sessionId: string | null;
  agent: string | null;
  repository: string | null;
  toolCalls: number;
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
  user_id as "userId", external_user as "externalUser", tags,
  session_id as "sessionId", agent, repository,
  coalesce(tool_calls, 0) as "toolCalls", usage,
  cost_nano_usd as "costNanoUsd", is_byok as "isByok", streamed, first_token_ms as "firstTokenMs", total_ms as "totalMs",
  rejection, rejected_field as "rejectedField", rejected_requests as "rejectedRequests"`;

/** Returns a page of a workspace's ledger rows, by default newest first. Throws 408 if it takes longer than allowed. */
export async function listGenerations(
  database: Pick<Database, "pool" | "embedded">,
  { finishedAfter, isOldestFirst = false, after, limit, timeoutMs, ...selection }: ListQuery,
): Promise<ListedGeneration[]> {
  const bound = parameters();
  const conditions = [selectionCondition(selection, bound)];
  if (finishedAfter) conditions.push(`created_at + total_ms * interval '1 ms' >= ${bound.add(finishedAfter)}`);
  const [direction, follows] = isOldestFirst ? ["asc", ">"] : ["desc", "<"];
  if (after)
    conditions.push(`(created_at, id) ${follows} (${bound.add(after.at)}::timestamptz, ${bound.add(after.id)})`);
  const text = `select ${COLUMNS} from generation where ${conditions.join(" and ")}
    order by created_at ${direction}, id ${direction} limit ${bound.add(limit)}`;
  if (timeoutMs === undefined) return (await database.pool.query(text, bound.values)).rows;
  return (await selectWithin(database, timeoutMs, text, bound.values)) as ListedGeneration[];
}

/** Reads all rows of a query, newest first, in pages of its limit; only one page is in memory at a time. */
export async function* generationPages(
  { read, embedded }: Pick<Database, "read" | "embedded">,
  query: ListQuery,
): AsyncGenerator<ListedGeneration[], void> {
  for (let page = query; ; ) {
    const { rows } = await read((pool) => listGenerations({ pool, embedded }, page));
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < query.limit) return;
    page = { ...query, after: last };
  }
}
