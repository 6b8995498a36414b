import { and, eq, isNotNull } from "drizzle-orm";
import type { Queries } from "./database.ts";
import { type CallRange, NEWEST_FIRST, newestFirst } from "./newest-first.ts";
import { generation } from "./schema/generations.ts";

/** The basis of a routing decision, and its outcome. */
export type Decision = Pick<
  typeof generation.$inferSelect,
  | ("id" | "createdAt" | "dialect" | "routing" | "attempts" | "modelEndpoint" | "usage" | "costNanoUsd")
  | ("serviceTier" | "status")
>;

/** `userId`: only calls of this user. */
export type DecisionRange = CallRange & { userId?: string | undefined };

/** Yields the requests of a workspace with a recorded decision, newest first, in pages. */
export function readDecisions(queries: Queries, range: DecisionRange): AsyncGenerator<Decision[], void, void> {
  const { id, createdAt, dialect, routing, attempts, modelEndpoint, usage, costNanoUsd } = generation;
  const { serviceTier, status } = generation;
  const columns = { id, createdAt, dialect, routing, attempts, modelEndpoint, usage, costNanoUsd, serviceTier, status };
  const ofUser = range.userId === undefined ? undefined : eq(generation.userId, range.userId);
  return newestFirst<Decision>(range, (condition, limit) =>
    queries
      .select(columns)
      .from(generation)
      .where(and(condition, isNotNull(routing), isNotNull(modelEndpoint), ofUser))
      .orderBy(...NEWEST_FIRST)
      .limit(limit),
  );
}
