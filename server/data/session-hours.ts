import type pg from "pg";
import type { ReadingRange } from "./alert-readings.ts";
import { hasTag, parameters } from "./analytics-filter.ts";
import { AMOUNTS } from "./rollup-statement.ts";
import type { TrafficScope } from "./traffic-hours.ts";

/** What the requests of one session cost in one hour (UTC), with the coding agent that sent them, if it is known. */
export type SessionHour = {
  sessionId: string;
  agent: string | null;
  atMs: number;
  costNanoUsd: number;
  byokNanoUsd: number;
};

/** Which sessions are read: those whose requests in the range cost more than this, the most expensive ones first. */
export type ExpensiveSessions = { aboveNanoUsd: number; includeByok: boolean; limit: number };

/** Returns the hours of a workspace's expensive sessions, oldest first. Reads the ledger. */
export async function readSessionHours(
  pool: pg.Pool,
  range: ReadingRange,
  { tag, externalUser }: TrafficScope,
  { aboveNanoUsd, includeByok, limit }: ExpensiveSessions,
): Promise<SessionHour[]> {
  const bound = parameters();
  const times = [range.from, range.to].map((timeMs) => `${bound.add(new Date(timeMs))}::timestamptz`);
  const conditions = [
    `workspace_id = ${bound.add(range.workspaceId)}`,
    `created_at >= ${times[0]} and created_at < ${times[1]}`,
    "session_id is not null",
    ...(tag ? [hasTag(tag, bound)] : []),
    ...(externalUser ? [`external_user = ${bound.add(externalUser)}`] : []),
  ];
  const text = `
    with hour as materialized (
      select session_id, floor(extract(epoch from created_at) / 3600) * 3600000 as at_ms, max(agent) as agent,
        sum(${AMOUNTS.cost_nano_usd}) as cost, sum(${AMOUNTS.byok_nano_usd}) as byok
      from generation where ${conditions.join(" and ")} group by 1, 2
    ),
    expensive as (
      select session_id from hour group by session_id
      having sum(${includeByok ? "cost + byok" : "cost"}) > ${bound.add(aboveNanoUsd)}
      order by sum(${includeByok ? "cost + byok" : "cost"}) desc, session_id limit ${bound.add(limit)}
    )
    select session_id as "sessionId", agent, at_ms::float8 as "atMs",
      cost::bigint as "costNanoUsd", byok::bigint as "byokNanoUsd"
    from hour join expensive using (session_id) order by at_ms, session_id`;
  return (await pool.query<SessionHour>(text, bound.values)).rows;
}
