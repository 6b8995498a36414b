import { and, eq, gt, like, sql } from "drizzle-orm";
import type { Queries, Transaction } from "./database.ts";
import { account, member, passkey, session, twoFactor, user, verification } from "./schema/accounts.ts";

// Reset links are stored with the accounts library's verifications, as `reset-link:<SHA-256 of the token>`; the value
// is the user's id and whether to remove their second factor.
const NAME = "reset-link:";
const CLEARS = " clears-second-factor";

export type NewPasswordReset = { userId: string; tokenHash: string; clearsSecondFactor: boolean; expiresAt: Date };

/** Adds a reset link and replaces the user's earlier ones. */
export async function insertPasswordReset(queries: Transaction, reset: NewPasswordReset): Promise<void> {
  const { userId, tokenHash, clearsSecondFactor, expiresAt } = reset;
  await deleteResets(queries, userId);
  const value = `${userId}${clearsSecondFactor ? CLEARS : ""}`;
  await queries.insert(verification).values({ identifier: `${NAME}${tokenHash}`, value, expiresAt });
}

export type OpenPasswordReset = {
  userId: string;
  name: string;
  email: string;
  organizationId: string;
  clearsSecondFactor: boolean;
};

/** Returns the reset that a link's token currently allows; undefined also if the user has left the organization. */
export async function findPasswordReset(
  queries: Queries,
  tokenHash: string,
  now: Date,
): Promise<OpenPasswordReset | undefined> {
  const isUsers = sql`starts_with(${verification.value}, ${user.id}::text)`;
  const [row] = await queries
    .select({
      userId: user.id,
      name: user.name,
      email: user.email,
      organizationId: member.organizationId,
      verification,
    })
    .from(verification)
    .innerJoin(user, isUsers)
    .innerJoin(member, eq(member.userId, user.id))
    .where(and(eq(verification.identifier, `${NAME}${tokenHash}`), gt(verification.expiresAt, now)));
  if (!row) return undefined;
  const { verification: found, ...reset } = row;
  return { ...reset, clearsSecondFactor: found.value.endsWith(CLEARS) };
}

/**
 * Sets a new password with a reset link, which can then no longer be used, and ends every session of the user. Of two
 * simultaneous calls one succeeds; the other gets undefined.
 */
export async function takePasswordReset(
  queries: Transaction,
  tokenHash: string,
  passwordHash: string,
  now: Date,
): Promise<OpenPasswordReset | undefined> {
  const open = await findPasswordReset(queries, tokenHash, now);
  if (!open || (await deleteResets(queries, open.userId)) === 0) return undefined;
  const { userId } = open;
  await setPassword(queries, userId, passwordHash, now);
  if (open.clearsSecondFactor) await clearSecondFactor(queries, userId);
  await queries.delete(session).where(eq(session.userId, userId));
  return open;
}

async function deleteResets(queries: Transaction, userId: string): Promise<number> {
  const isOwn = and(like(verification.identifier, `${NAME}%`), sql`starts_with(${verification.value}, ${userId})`);
  return (await queries.delete(verification).where(isOwn).returning({ id: verification.id })).length;
}

/** Sets a user's password. An account that only used single sign-on gets one. */
async function setPassword(queries: Transaction, userId: string, password: string, now: Date): Promise<void> {
  const isOwn = and(eq(account.userId, userId), eq(account.providerId, "credential"));
  const changed = await queries
    .update(account)
    .set({ password, updatedAt: now })
    .where(isOwn)
    .returning({ id: account.id });
  if (changed.length > 0) return;
  // The accounts library finds a password by this provider and the user's own id.
  await queries.insert(account).values({ userId, accountId: userId, providerId: "credential", password });
}

async function clearSecondFactor(queries: Transaction, userId: string): Promise<void> {
  await queries.delete(twoFactor).where(eq(twoFactor.userId, userId));
  await queries.delete(passkey).where(eq(passkey.userId, userId));
  await queries.update(user).set({ twoFactorEnabled: false }).where(eq(user.id, userId));
}
