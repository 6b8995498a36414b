import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { Queries } from "./database.ts";
import { spend } from "./schema/generations.ts";

/** What the payers of a kind have spent in a period, in nano-USD. `near`: how many have spent `nearNanoUsd` or more. */
export type TopSpend = { count: number; near: number; top: { id: string; nanoUsd: number }[] };

/**
 * Returns what the payers of a kind have spent since the start of a period, and those who spent most, at most `most`.
 * `start`: as in leases, in any time zone.
 */
export async function readTopSpend(
  queries: Queries,
  kind: string,
  options: { start: string; includeByok: boolean; nearNanoUsd: number; most: number },
): Promise<TopSpend> {
  const { start, includeByok, nearNanoUsd, most } = options;
  const amount = includeByok ? sql`${spend.costNanoUsd} + ${spend.byokNanoUsd}` : sql`${spend.costNanoUsd}`;
  const inPeriod = sql`(${spend.day} >= split_part(${start}, ' ', 1) or ${spend.day} = left(${start}, 10))`;
  const payer = queries
    .select({ id: spend.payerId, total: sql<string>`sum(${amount})`.as("total") })
    .from(spend)
    .where(and(eq(spend.payerKind, kind), inPeriod))
    .groupBy(spend.payerId)
    .as("payer");
  const rows = await queries
    .select({
      id: payer.id,
      nanoUsd: sql`${payer.total}`.mapWith(Number),
      count: sql`count(*) over ()`.mapWith(Number),
      near: sql`count(*) filter (where ${payer.total} >= ${nearNanoUsd}::numeric) over ()`.mapWith(Number),
    })
    .from(payer)
    .where(sql`${payer.total} > 0`)
    .orderBy(desc(payer.total), asc(payer.id))
    .limit(most);
  const [first] = rows;
  return {
    count: first?.count ?? 0,
    near: first?.near ?? 0,
    top: rows.map(({ id, nanoUsd }) => ({ id, nanoUsd })),
  };
}
