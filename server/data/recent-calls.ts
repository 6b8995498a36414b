import { and, desc, eq, gte, isNull, lt, sql } from "drizzle-orm";
import type { Queries } from "./database.ts";
import { generation, spend } from "./schema/generations.ts";

/** The fields of a ledger row that say who called what at which cost. */
export type RecentCall = Pick<
  typeof generation.$inferSelect,
  | ("id" | "createdAt" | "keyHash" | "userId" | "requestedModel" | "model" | "modelEndpoint" | "dialect" | "status")
  | ("usage" | "otherModels" | "steps" | "priceIds" | "serviceTier" | "unpriced" | "costNanoUsd")
>;

const PAGE = 1000;

/** Yields the latest calls of a workspace since a time, newest first, in pages; at most `last`. */
export async function* recentCalls(
  queries: Queries,
  { workspaceId, from, to, last }: { workspaceId: string; from: Date; to: Date; last: number },
): AsyncGenerator<RecentCall[], void, void> {
  const { id, createdAt, keyHash, userId, requestedModel, model, modelEndpoint, dialect, status } = generation;
  const { usage, otherModels, steps, priceIds, serviceTier, unpriced, costNanoUsd } = generation;
  const who = { id, createdAt, keyHash, userId, requestedModel, model, modelEndpoint, dialect, status };
  const columns = { ...who, usage, otherModels, steps, priceIds, serviceTier, unpriced, costNanoUsd };
  let left = last;
  let after: RecentCall | undefined;
  while (left > 0) {
    const before = after && sql`(${createdAt}, ${id}) < (${after.createdAt.toISOString()}::timestamptz, ${after.id})`;
    const page: RecentCall[] = await queries
      .select(columns)
      .from(generation)
      .where(
        and(
          eq(generation.workspaceId, workspaceId),
          gte(createdAt, from),
          lt(createdAt, to),
          isNull(generation.rejection),
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

/** Returns what a payer spent on each UTC day since `from` (YYYY-MM-DD), in nano-USD. */
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
