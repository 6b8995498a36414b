import { type Parameters, parameters } from "./analytics-filter.ts";
import { selectWithin } from "./bounded-query.ts";
import type { Database } from "./database.ts";
import { type LedgerSelection, selectionCondition } from "./generation-filter.ts";
import type { ListPosition } from "./generation-list.ts";
import { AMOUNTS, STATUS_CLASS, type SumColumn, UNIT_COLUMNS } from "./rollup-statement.ts";

export type SessionQuery = LedgerSelection & {
  after?: ListPosition | undefined;
  limit: number;
  /** The most matching rows that are read, the newest ones after the position. */
  mostRows: number;
};

/** A session: facts of its latest matching row, which has the position, and sums of its rows in the time range. */
export type SessionRow = ListPosition & {
  sessionId: string;
  keyHash: string | null;
  userId: string | null;
  agent: string | null;
  agentVersion: string | null;
  repository: string | null;
  startedMs: number;
  lastMs: number;
  endedMs: number;
  workedMs: number;
  keys: number;
  models: string[];
  requests: number;
  errors: number;
  rejected: number;
  toolCalls: number;
  tokensPrompt: number;
  tokensCompletion: number;
  tokensCached: number;
  costNanoUsd: number;
};

/** `next`: where the next page begins; undefined after the last session. */
export type SessionPage = { rows: SessionRow[]; next: ListPosition | undefined };

/**
 * Returns a page of sessions, by their latest row that matches. Throws 408 if it takes longer than 10 seconds.
 *
 * A session is represented by its newest matching row. The newest rows after the position are read, up
 * to a limit, so that a few sessions with many rows cannot make a page slow; `next` then continues after them.
 */
export async function listSessions(
  database: Pick<Database, "pool" | "embedded">,
  { after, limit, mostRows, ...selection }: SessionQuery,
): Promise<SessionPage> {
  const bound = parameters();
  const position = after && `(${bound.add(after.at)}::timestamptz, ${bound.add(after.id)})`;
  const text = `
    with candidate as materialized (
      select created_at, id, session_id, key_hash, user_id, agent, agent_version, repository
      from generation
      where ${selectionCondition(selection, bound)} and session_id is not null
        ${position ? `and (created_at, id) < ${position}` : ""}
      order by created_at desc, id desc limit ${bound.add(mostRows)}
    ),
    latest as (
      select distinct on (session_id) * from candidate order by session_id, created_at desc, id desc
    ),
    page as materialized (
      select * from latest
      ${position ? `where not exists (${rowsBefore(position, selection, bound)})` : ""}
      order by created_at desc, id desc limit ${bound.add(limit + 1)}
    )
    select (select count(*)::int from candidate) as candidates, ${AT} as at, id, ${PLACE.join(", ")}, ${FACTS}, ${SUMS}
    from (select ${AT} as "lastAt", id as "lastId" from candidate order by created_at, id limit 1) as reach
      left join (page cross join lateral (${sumsOf("page.session_id", selection, bound)}) as sums) on true
    order by created_at desc, id desc`;
  const rows = (await selectWithin(database, 10_000, text, bound.values)) as Found[];
  return pageOf(rows, limit, mostRows);
}

type Found = SessionRow & { candidates: number; lastAt: string; lastId: string };

function pageOf(found: readonly Found[], limit: number, mostRows: number): SessionPage {
  const rows = found.filter(({ sessionId }) => sessionId !== null).slice(0, limit);
  const [first] = found;
  if (found.length > limit) return { rows, next: rows.at(-1) };
  return { rows, next: first && first.candidates === mostRows ? { at: first.lastAt, id: first.lastId } : undefined };
}

const AT = `to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
const PLACE = ['"lastAt"', '"lastId"'];
const FACTS = `session_id as "sessionId", key_hash as "keyHash", user_id as "userId", agent,
  agent_version as "agentVersion", coalesce(repository, reported) as repository`;

/** The newer rows of a session that match; `offset` keeps PostgreSQL from joining them with all rows. */
function rowsBefore(position: string, selection: LedgerSelection, bound: Parameters): string {
  return `select from generation
    where session_id = latest.session_id and (created_at, id) >= ${position} and ${selectionCondition(selection, bound)}
    offset 0`;
}

const sumOf = (column: SumColumn, name: string) => `coalesce(sum(${AMOUNTS[column]}), 0)::bigint as "${name}"`;
const MODEL = "coalesce(model, requested_model)";
const SUMS = `"startedMs", "lastMs", "endedMs", "workedMs", keys, models, requests, errors, rejected, "toolCalls",
  "tokensPrompt", "tokensCompletion", "tokensCached", "costNanoUsd"`;

/** The sums over all rows of a session in the time range that the caller may see. */
function sumsOf(sessionId: string, { workspaceId, userId, from, to }: LedgerSelection, bound: Parameters): string {
  const own: LedgerSelection = { workspaceId, userId, from, to, filters: [] };
  return `
    select ${msOf("min(created_at)")} as "startedMs", ${msOf("max(created_at)")} as "lastMs",
      ${msOf("max(created_at + total_ms * interval '1 ms')")} as "endedMs",
      coalesce(sum(total_ms), 0)::bigint as "workedMs",
      count(distinct key_hash)::int as keys,
      coalesce(array_agg(distinct ${MODEL}) filter (where rejection is null), '{}') as models,
      max(repository) as reported,
      ${sumOf("requests", "requests")}, ${sumOf("rejected", "rejected")},
      count(*) filter (where ${STATUS_CLASS} in ('cut', '4xx', '429', '5xx'))::int as errors,
      coalesce(sum(tool_calls), 0)::bigint as "toolCalls",
      ${sumOf("tokens_prompt", "tokensPrompt")}, ${sumOf("tokens_completion", "tokensCompletion")},
      ${sumOf("tokens_cached", "tokensCached")}, coalesce(sum(cost_nano_usd), 0)::bigint as "costNanoUsd"
    from generation cross join lateral jsonb_to_record(usage) as unit (${UNIT_COLUMNS})
    where session_id = ${sessionId} and ${selectionCondition(own, bound)}`;
}

function msOf(time: string): string {
  return `(extract(epoch from ${time}) * 1000)::float8`;
}
