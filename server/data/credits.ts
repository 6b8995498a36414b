import { count, desc, eq, sql, sum } from "drizzle-orm";
import type { Queries, Transaction } from "./database.ts";
import { creditAdjustment } from "./schema/money.ts";

export type CreditAdjustment = typeof creditAdjustment.$inferSelect;
export type NewCreditAdjustment = typeof creditAdjustment.$inferInsert;

/**
 * Returns the total credits granted to each organization, in nano-USD; organizations without an adjustment are absent.
 */
export function loadCredits(queries: Queries): Promise<{ organizationId: string; grantedNanoUsd: number }[]> {
  return queries
    .select({
      organizationId: creditAdjustment.organizationId,
      grantedNanoUsd: sum(creditAdjustment.amountNanoUsd).mapWith(Number),
    })
    .from(creditAdjustment)
    .groupBy(creditAdjustment.organizationId);
}

/**
 * Adds an adjustment. An organization's first one is preceded by an opening one equal to its spending so far, so that a
 * grant is what it may spend from now on.
 */
export async function adjustCredits(
  queries: Transaction,
  adjustment: NewCreditAdjustment,
  spentNanoUsd: number,
): Promise<CreditAdjustment> {
  const { organizationId } = adjustment;
  await queries.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`credits:${organizationId}`}, 0))`);
  const [before] = await queries
    .select({ count: count() })
    .from(creditAdjustment)
    .where(eq(creditAdjustment.organizationId, organizationId));
  if (before?.count === 0 && spentNanoUsd > 0) {
    const opening = { organizationId, kind: "opening", amountNanoUsd: spentNanoUsd };
    await queries.insert(creditAdjustment).values({ ...opening, reason: "Spent before credits were introduced" });
  }
  const [row] = await queries.insert(creditAdjustment).values(adjustment).returning();
  return row as CreditAdjustment;
}

/** Returns a page of an organization's adjustments, newest first, and their total number. */
export async function listAdjustments(queries: Queries, organizationId: string, offset: number, limit: number) {
  const where = eq(creditAdjustment.organizationId, organizationId);
  const order = [desc(creditAdjustment.createdAt), desc(creditAdjustment.id)];
  const rows = await queries
    .select()
    .from(creditAdjustment)
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
  const [total] = await queries.select({ count: count() }).from(creditAdjustment).where(where);
  return { rows, total: total?.count ?? 0 };
}
