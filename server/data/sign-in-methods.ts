import { eq } from "drizzle-orm";
import type { Queries } from "./database.ts";
import { account, passkey, user } from "./schema/accounts.ts";

export type SignInMethods = {
  name: string;
  email: string;
  hasSecondFactor: boolean;
  providers: string[];
  passkeys: { id: string; name: string | null; createdAt: Date | null }[];
};

/** Returns how a user signs in, without any secrets. */
export async function findSignInMethods(queries: Queries, userId: string): Promise<SignInMethods | undefined> {
  const [found] = await queries.select().from(user).where(eq(user.id, userId));
  if (!found) return undefined;
  const accounts = await queries
    .select({ providerId: account.providerId })
    .from(account)
    .where(eq(account.userId, userId));
  const { id, name, createdAt } = passkey;
  const passkeys = await queries
    .select({ id, name, createdAt })
    .from(passkey)
    .where(eq(passkey.userId, userId))
    .orderBy(createdAt, id);
  const providers = accounts.map(({ providerId }) => providerId);
  return { name: found.name, email: found.email, hasSecondFactor: found.twoFactorEnabled, providers, passkeys };
}
