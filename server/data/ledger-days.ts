import { and, asc, gte, lt, sql } from "drizzle-orm";
import type { Queries } from "./database.ts";
import { generation } from "./schema/generations.ts";

/** The fields of a ledger row that determine its cost. */
export type ChargedRow = Pick<
  typeof generation.$inferSelect,
  | ("id" | "createdAt" | "usage" | "otherModels" | "isByok" | "costNanoUsd" | "byokNanoUsd")
  | ("reportedCostNanoUsd" | "priceIds" | "serviceTier" | "unpriced")
>;

const PAGE = 2000;

/** Yields every ledger row of a UTC day (YYYY-MM-DD), in pages. */
export async function* rowsOfDay(queries: Queries, day: string): AsyncGenerator<ChargedRow[], void, void> {
  const start = new Date(`${day}T00:00:00Z`);
  const end = new Date(start.getTime() + 86_400_000);
  const { id, createdAt, usage, otherModels, isByok, costNanoUsd, byokNanoUsd, reportedCostNanoUsd } = generation;
  const { priceIds, serviceTier, unpriced } = generation;
  const paid = { isByok, costNanoUsd, byokNanoUsd, reportedCostNanoUsd };
  const charged = { usage, otherModels, ...paid, priceIds, serviceTier, unpriced };
  let last: ChargedRow | undefined;
  do {
    const after = last && sql`(${createdAt}, ${id}) > (${last.createdAt.toISOString()}::timestamptz, ${last.id})`;
    const page: ChargedRow[] = await queries
      .select({ id, createdAt, ...charged })
      .from(generation)
      .where(and(gte(createdAt, start), lt(createdAt, end), after))
      .orderBy(asc(createdAt), asc(id))
      .limit(PAGE);
    if (page.length > 0) yield page;
    last = page.length === PAGE ? page.at(-1) : undefined;
  } while (last);
}
