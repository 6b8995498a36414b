import { and, asc, count, eq, inArray, isNotNull, isNull, lt, sql } from "drizzle-orm";
import type pg from "pg";
import type { Queries } from "./database.ts";
import type { DestinationRow } from "./destinations.ts";
import type { StoredContentRow } from "./generation-contents.ts";
import type { GenerationRow } from "./generations.ts";
import { apiKey } from "./schema/api-keys.ts";
import { destinationEvent, destinationState } from "./schema/destinations.ts";
import { generationContent } from "./schema/generation-contents.ts";
import { generation } from "./schema/generations.ts";

/** A waiting request with its ledger row; `row` is null if retention has dropped it. */
export type WaitingEvent = {
  id: number;
  row: GenerationRow | null;
  keyName: string | null;
  /** Size of the stored prompt and response. */
  contentBytes: number;
};

/**
 * Returns the requests that wait for a destination, oldest first; with `ids`, only those. Skips requests younger than a
 * second, because other processes may not have stored their contents yet.
 */
export async function readWaiting(
  queries: Queries,
  { id, workspaceId }: Pick<DestinationRow, "id" | "workspaceId">,
  most: number,
  ids: readonly number[] | null,
): Promise<WaitingEvent[]> {
  const { plainInput: input, plainOutput: output, sizeBytes } = generationContent;
  return queries
    .select({
      id: destinationEvent.id,
      row: generation,
      keyName: apiKey.name,
      contentBytes: sql<number>`coalesce(${sizeBytes}, coalesce(octet_length(${input}), 0) + coalesce(octet_length(${output}), 0))`,
    })
    .from(destinationEvent)
    .leftJoin(
      generation,
      and(
        eq(generation.id, destinationEvent.generationId),
        eq(generation.createdAt, destinationEvent.generationAt),
        eq(generation.workspaceId, workspaceId),
      ),
    )
    .leftJoin(apiKey, and(eq(apiKey.hash, generation.keyHash), eq(apiKey.workspaceId, workspaceId)))
    .leftJoin(
      generationContent,
      and(
        eq(generationContent.id, generation.id),
        eq(generationContent.createdAt, generation.createdAt),
        eq(generationContent.workspaceId, workspaceId),
      ),
    )
    .where(
      and(
        eq(destinationEvent.destinationId, id),
        isNull(destinationEvent.deadAt),
        sql`${destinationEvent.queuedAt} <= now() - interval '1 s'`,
        ids ? inArray(destinationEvent.id, [...ids]) : undefined,
      ),
    )
    .orderBy(asc(destinationEvent.id))
    .limit(most);
}

/** Returns the stored contents of requests of a workspace, by generation id. */
export async function readContents(
  queries: Queries,
  workspaceId: string,
  rows: readonly Pick<GenerationRow, "id" | "createdAt">[],
): Promise<Map<string, StoredContentRow>> {
  if (rows.length === 0) return new Map();
  const { id, createdAt, workspaceId: space } = generationContent;
  const times = rows.map((row) => row.createdAt.toISOString());
  const ids = rows.map((row) => row.id);
  const contents = await queries
    .select()
    .from(generationContent)
    .where(and(eq(space, workspaceId), inArray(id, ids), sql`${createdAt} = any(${sql.param(times)}::timestamptz[])`));
  return new Map(contents.map((row) => [row.id, row]));
}

/** Removes requests that a destination has accepted or filters out. */
export async function deleteEvents(queries: Queries, destinationId: string, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await queries
    .delete(destinationEvent)
    .where(and(eq(destinationEvent.destinationId, destinationId), inArray(destinationEvent.id, [...ids])));
}

/** Makes requests dead letters: those with these ids, or those queued before a time. Returns how many. */
export async function deadLetterEvents(
  queries: Queries,
  destinationId: string,
  which: { ids: readonly number[] } | { before: Date },
  error: string,
): Promise<number> {
  const { id, queuedAt, deadAt } = destinationEvent;
  const isMeant = "ids" in which ? inArray(id, [...which.ids]) : lt(queuedAt, which.before);
  const { rowCount } = await queries
    .update(destinationEvent)
    .set({ deadAt: sql`now()`, error })
    .where(and(eq(destinationEvent.destinationId, destinationId), isNull(deadAt), isMeant));
  return rowCount ?? 0;
}

/** Queues a destination's dead letters again. Returns how many. */
export async function requeueDeadLetters(queries: Queries, destinationId: string): Promise<number> {
  const { rowCount } = await queries
    .update(destinationEvent)
    .set({ deadAt: null, error: null, queuedAt: sql`now()` })
    .where(and(eq(destinationEvent.destinationId, destinationId), isNotNull(destinationEvent.deadAt)));
  return rowCount ?? 0;
}

/** Removes requests queued before a time, and dead letters that died before it. Returns how many. */
export async function dropOldEvents(pool: pg.Pool, before: Date): Promise<number> {
  const { rowCount } = await pool.query(
    "delete from destination_event where (dead_at is null and queued_at < $1) or dead_at < $1",
    [before],
  );
  return rowCount ?? 0;
}

export type DestinationHealth = {
  waiting: number;
  dead: number;
  oldestAt: Date | null;
  lastError: string | null;
  lastErrorAt: Date | null;
  lastDeliveredAt: Date | null;
  delivered: number;
  failures: number;
  nextAttemptAt: Date | null;
};

/** Returns the delivery status of a destination. */
export async function readHealth(queries: Queries, id: string): Promise<DestinationHealth> {
  const { destinationId, queuedAt, deadAt } = destinationEvent;
  const [counts] = await queries
    .select({
      waiting: sql<number>`count(*) filter (where ${deadAt} is null)`.mapWith(Number),
      dead: count(deadAt),
      oldestAt: sql<string | null>`min(${queuedAt}) filter (where ${deadAt} is null)`,
    })
    .from(destinationEvent)
    .where(eq(destinationId, id));
  const [state] = await queries.select().from(destinationState).where(eq(destinationState.destinationId, id));
  return {
    waiting: counts?.waiting ?? 0,
    dead: counts?.dead ?? 0,
    oldestAt: counts?.oldestAt ? new Date(counts.oldestAt) : null,
    lastError: state?.lastError ?? null,
    lastErrorAt: state?.lastErrorAt ?? null,
    lastDeliveredAt: state?.lastDeliveredAt ?? null,
    delivered: state?.delivered ?? 0,
    failures: state?.failures ?? 0,
    nextAttemptAt: state?.nextAttemptAt ?? null,
  };
}
