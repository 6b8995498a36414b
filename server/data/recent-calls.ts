import { and, eq, gte, isNull } from "drizzle-orm";
import type { Queries } from "./database.ts";
import { type CallRange, NEWEST_FIRST, newestFirst } from "./newest-first.ts";
import { generation, spend } from "./schema/generations.ts";

/** The fields of a ledger row that say who called what at which cost. */
export type RecentCall = Pick<
  typeof generation.$inferSelect,
  | ("id" | "createdAt" | "keyHash" | "userId" | "requestedModel" | "model" | "modelEndpoint" | "dialect" | "status")
  | ("usage" | "otherModels" | "steps" | "priceIds" | "serviceTier" | "unpriced" | "costNanoUsd")
>;

/** Yields the latest requests of a workspace, newest first, in pages. */
export function recentCalls(queries: Queries, range: CallRange): AsyncGenerator<RecentCall[], void, void> {
  const { id, createdAt, keyHash, userId, requestedModel, model, modelEndpoint, dialect, status } = generation;
  const { usage, otherModels, steps, priceIds, serviceTier, unpriced, costNanoUsd } = generation;
  const who = { id, createdAt, keyHash, userId, requestedModel, model, modelEndpoint, dialect, status };
  const columns = { ...who, usage, otherModels, steps, priceIds, serviceTier, unpriced, costNanoUsd };
  return newestFirst<RecentCall>(range, (condition, limit) =>
    queries
      .select(columns)
      .from(generation)
      .where(and(condition, isNull(generation.rejection)))
      .orderBy(...NEWEST_FIRST)
      .limit(limit),
  );
}

/**
 * Returns what a payer spent on each UTC day, or in parts of it, since `from` (YYYY-MM-DD or YYYY-MM-DDTHH:MM), in
 * nano-USD.
 */
export async function dailySpend(
  queries: Queries,
  payer: { kind: string; id: string },
  from: string,
): Promise<{ day: string; costNanoUsd: number; byokNanoUsd: number }[]> {
  const { day, costNanoUsd, byokNanoUsd } = spend;
  return queries
    .select({ day, costNanoUsd, byokNanoUsd })
    .from(spend)
    .where(and(eq(spend.payerKind, payer.kind), eq(spend.payerId, payer.id), gte(day, from)))
    .orderBy(day);
}
