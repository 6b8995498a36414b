import { and, eq, inArray, sql } from "drizzle-orm";
import type { Queries } from "./database.ts";
import { spend } from "./schema/generations.ts";

/**
 * Returns what payers of a kind have spent since the start of a period, in nano-USD; also with BYOK credentials if those
 * count. `start`: as in leases, in any time zone.
 */
export async function readSpent(
  queries: Queries,
  kind: string,
  ids: readonly string[],
  { start, includeByok }: { start: string; includeByok: boolean },
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const amount = includeByok ? sql`${spend.costNanoUsd} + ${spend.byokNanoUsd}` : sql`${spend.costNanoUsd}`;
  const inPeriod = sql`(${spend.day} >= split_part(${start}, ' ', 1) or ${spend.day} = left(${start}, 10))`;
  const rows = await queries
    .select({ id: spend.payerId, nanoUsd: sql<number>`sum(${amount})::bigint`.mapWith(Number) })
    .from(spend)
    .where(and(eq(spend.payerKind, kind), inArray(spend.payerId, [...ids]), inPeriod))
    .groupBy(spend.payerId);
  return new Map(rows.map(({ id, nanoUsd }) => [id, nanoUsd]));
}
