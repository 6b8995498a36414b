import { and, desc, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import { generation } from "./schema/generations.ts";

/**
 * The requests of a workspace in a time range, `to` exclusive. `last`: the maximum number of requests, counted from the
 * latest.
 */
export type CallRange = { workspaceId: string; from: Date; to: Date; last: number };

type Row = Pick<typeof generation.$inferSelect, "id" | "createdAt">;

/** Order of the rows that `read` returns. */
export const NEWEST_FIRST = [desc(generation.createdAt), desc(generation.id)] as const;

const PAGE = 1_000;

/**
 * Yields requests newest first, in pages. `read` returns the first `limit` rows that meet a condition, in that order.
 */
export async function* newestFirst<Call extends Row>(
  { workspaceId, from, to, last }: CallRange,
  read: (condition: SQL | undefined, limit: number) => Promise<Call[]>,
): AsyncGenerator<Call[], void, void> {
  const { createdAt, id } = generation;
  const range = and(eq(generation.workspaceId, workspaceId), gte(createdAt, from), lt(createdAt, to));
  let left = last;
  let after: Call | undefined;
  while (left > 0) {
    const before = after && sql`(${createdAt}, ${id}) < (${after.createdAt.toISOString()}::timestamptz, ${after.id})`;
    const page = await read(and(range, before), Math.min(left, PAGE));
    if (page.length > 0) yield page;
    if (page.length < PAGE) return;
    left -= page.length;
    after = page.at(-1);
  }
}
