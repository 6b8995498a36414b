import { and, asc, eq, gte, lt, sum } from "drizzle-orm";
import type { Queries } from "./database.ts";
import { guardrailHit } from "./schema/rollups.ts";

export type GuardrailHitRow = typeof guardrailHit.$inferSelect;

/** Buckets of one width that start in `[from, to)`. */
export type HitRange = { span: "hour" | "day"; from: Date; to: Date };

function inRange(workspaceId: string, { span, from, to }: HitRange) {
  const { bucket } = guardrailHit;
  return and(eq(guardrailHit.workspaceId, workspaceId), eq(guardrailHit.span, span), gte(bucket, from), lt(bucket, to));
}

/** Returns the findings of each rule of a guardrail, by time. */
export function readHits(
  queries: Queries,
  { workspaceId, id }: { workspaceId: string; id: string },
  range: HitRange,
): Promise<GuardrailHitRow[]> {
  const { guardrailId, bucket, rule, action, direction, shadow } = guardrailHit;
  return queries
    .select()
    .from(guardrailHit)
    .where(and(inRange(workspaceId, range), eq(guardrailId, id)))
    .orderBy(asc(bucket), asc(rule), asc(action), asc(direction), asc(shadow));
}

/** Returns the number of findings of each guardrail of a workspace, by action. */
export function sumHits(queries: Queries, workspaceId: string, range: HitRange) {
  const { guardrailId, action, shadow, matches } = guardrailHit;
  return queries
    .select({ guardrailId, action, shadow, matches: sum(matches).mapWith(Number) })
    .from(guardrailHit)
    .where(inRange(workspaceId, range))
    .groupBy(guardrailId, action, shadow)
    .orderBy(asc(guardrailId), asc(action), asc(shadow));
}

/** Returns the same for each bucket that has any, by time. */
export function sumHitsByTime(queries: Queries, workspaceId: string, range: HitRange) {
  const { bucket, guardrailId, action, shadow, matches } = guardrailHit;
  return queries
    .select({ time: bucket, guardrailId, action, shadow, matches: sum(matches).mapWith(Number) })
    .from(guardrailHit)
    .where(inRange(workspaceId, range))
    .groupBy(bucket, guardrailId, action, shadow)
    .orderBy(asc(bucket), asc(guardrailId), asc(action), asc(shadow));
}
