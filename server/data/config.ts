import { eq, sql } from "drizzle-orm";
import type { Queries, Transaction } from "./database.ts";
import { user } from "./schema/accounts.ts";
import { appliedConfig } from "./schema/config.ts";

export type AppliedConfigRow = typeof appliedConfig.$inferSelect;

/** Returns the last applied document; undefined if there is none. */
export async function findAppliedConfig(
  queries: Queries,
  organizationId: string,
): Promise<AppliedConfigRow | undefined> {
  const [row] = await queries.select().from(appliedConfig).where(eq(appliedConfig.organizationId, organizationId));
  return row;
}

/** Stores the applied document in place of the previous one. The email of `userId` becomes `appliedBy`. */
export async function putAppliedConfig(
  queries: Transaction,
  { userId, ...row }: AppliedConfigRow & { userId: string | null },
): Promise<void> {
  const [person] = userId ? await queries.select({ email: user.email }).from(user).where(eq(user.id, userId)) : [];
  const values = { ...row, appliedBy: person?.email ?? row.appliedBy };
  const { organizationId: _, ...set } = values;
  await queries.insert(appliedConfig).values(values).onConflictDoUpdate({ target: appliedConfig.organizationId, set });
}

/** Waits until no other transaction applies a document to the organization. */
export async function lockConfig(queries: Transaction, organizationId: string): Promise<void> {
  await queries.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`config:${organizationId}`}, 0))`);
}
