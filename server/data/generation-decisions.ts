import { and, desc, eq, gte, isNotNull, lt, sql } from "drizzle-orm";
import type { Queries } from "./database.ts";
import { generation } from "./schema/generations.ts";

/** What a routing decision was based on, and what came of it. */
export type Decision = Pick<
  typeof generation.$inferSelect,
  | ("id" | "createdAt" | "dialect" | "routing" | "attempts" | "modelEndpoint" | "usage" | "costNanoUsd")
  | ("serviceTier" | "status")
>;

/** `userId`: only calls of this user. `last`: the most calls, the latest ones. */
export type DecisionRange = { workspaceId: string; userId?: string | undefined; from: Date; to: Date; last: number };

const PAGE = 1_000;

/** Yields the calls of a workspace with a recorded decision, newest first, in pages. */
export async function* readDecisions(
  queries: Queries,
  { workspaceId, userId, from, to, last }: DecisionRange,
): AsyncGenerator<Decision[], void, void> {
  const { id, createdAt, dialect, routing, attempts, modelEndpoint, usage, costNanoUsd } = generation;
  const { serviceTier, status } = generation;
  const columns = { id, createdAt, dialect, routing, attempts, modelEndpoint, usage, costNanoUsd, serviceTier, status };
  let left = last;
  let after: Decision | undefined;
  while (left > 0) {
    const before = after && sql`(${createdAt}, ${id}) < (${after.createdAt.toISOString()}::timestamptz, ${after.id})`;
    const page: Decision[] = await queries
      .select(columns)
      .from(generation)
      .where(
        and(
          eq(generation.workspaceId, workspaceId),
          gte(createdAt, from),
          lt(createdAt, to),
          isNotNull(routing),
          isNotNull(modelEndpoint),
          userId === undefined ? undefined : eq(generation.userId, userId),
          before,
        ),
      )
      .orderBy(desc(createdAt), desc(id))
      .limit(Math.min(left, PAGE));
    if (page.length > 0) yield page;
    if (page.length < PAGE) return;
    left -= page.length;
    after = page.at(-1);
  }
}
