import { and, eq, isNull, lte, or, sql } from "drizzle-orm";
import type { Queries } from "./database.ts";
import { passkey, session, twoFactor, user } from "./schema/accounts.ts";

/** The accounts library counts wrong codes at sign-in in the same columns. */
const MOST_FAILURES = 10;
const LOCK_MS = 15 * 60_000;

/** Returns whether a user has an authenticator app or a passkey. */
export async function hasSecondFactor(queries: Queries, userId: string): Promise<boolean> {
  const ofUser = eq(passkey.userId, userId);
  const [row] = await queries
    .select({
      hasApp: user.twoFactorEnabled,
      hasPasskey: sql<boolean>`exists (select from ${passkey} where ${ofUser})`,
    })
    .from(user)
    .where(eq(user.id, userId));
  return row !== undefined && (row.hasApp || row.hasPasskey);
}

/** Records that the user of a session has proved a second factor in it. */
export async function recordSecondFactor(queries: Queries, sessionId: string, at: Date): Promise<void> {
  await queries.update(session).set({ secondFactorAt: at }).where(eq(session.id, sessionId));
}

/**
 * Counts an attempt at a user's code before the code is checked, so that simultaneous attempts count too. After too
 * many attempts, returns when the next one is allowed. Returns undefined if the user has no authenticator app.
 */
export async function takeCodeAttempt(
  queries: Queries,
  userId: string,
  now: Date,
): Promise<{ lockedUntil: Date | null } | undefined> {
  const { failedVerificationCount: failures, lockedUntil, verified } = twoFactor;
  const count = sql<number>`case when ${lockedUntil} is null then coalesce(${failures}, 0) + 1 else 1 end`;
  const until = new Date(now.getTime() + LOCK_MS).toISOString();
  const ofUser = and(eq(twoFactor.userId, userId), verified);
  const updated = await queries
    .update(twoFactor)
    .set({
      failedVerificationCount: count,
      lockedUntil: sql`case when (${count}) >= ${MOST_FAILURES} then ${until}::timestamptz end`,
    })
    .where(and(ofUser, or(isNull(lockedUntil), lte(lockedUntil, now))))
    .returning({ id: twoFactor.id });
  if (updated.length > 0) return { lockedUntil: null };
  return (await queries.select({ lockedUntil }).from(twoFactor).where(ofUser))[0];
}

/** Clears the count of a user's wrong codes after a correct one. */
export async function clearCodeAttempts(queries: Queries, userId: string): Promise<void> {
  const values = { failedVerificationCount: 0, lockedUntil: null };
  await queries.update(twoFactor).set(values).where(eq(twoFactor.userId, userId));
}
