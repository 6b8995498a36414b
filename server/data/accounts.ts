import { and, desc, eq, gt, isNull, ne } from "drizzle-orm";
import type { Queries, Transaction } from "./database.ts";
import { account, member, organization, session, user } from "./schema/accounts.ts";
import { takeSetting } from "./settings.ts";

export type OrganizationRecord = { id: string; name: string; slug: string; requiresSecondFactor: boolean };
export type MemberRecord = { organizationId: string; userId: string; role: string };

const ORGANIZATION = {
  id: organization.id,
  name: organization.name,
  slug: organization.slug,
  requiresSecondFactor: organization.requiresSecondFactor,
};

export function loadOrganizations(queries: Queries): Promise<OrganizationRecord[]> {
  return queries.select(ORGANIZATION).from(organization).orderBy(organization.createdAt);
}

/** Returns the active members of every organization with their roles. */
export function loadMembers(queries: Queries): Promise<MemberRecord[]> {
  const { organizationId, userId, role } = member;
  return queries.select({ organizationId, userId, role }).from(member).where(isNull(member.deactivatedAt));
}

/** Returns the first organization, creating it if there is none. Safe when several processes start at once. */
export async function ensureFirstOrganization(queries: Queries): Promise<OrganizationRecord> {
  const [found] = await loadOrganizations(queries);
  if (found) return found;
  await queries.insert(organization).values({ name: "Organization", slug: "organization" }).onConflictDoNothing();
  return (await loadOrganizations(queries))[0] as OrganizationRecord;
}

export async function hasOwner(queries: Queries): Promise<boolean> {
  const rows = await queries.select({ id: member.id }).from(member).where(eq(member.role, "owner")).limit(1);
  return rows.length > 0;
}

export type NewOwner = { organizationId: string; name: string; email: string; passwordHash: string };

/**
 * Creates the owner's account if the setting `tokenName` still has the value `tokenValue`. Returns the user's id; of
 * two simultaneous calls, one creates the account and the other gets undefined.
 */
export async function insertOwner(
  queries: Transaction,
  owner: NewOwner,
  tokenName: string,
  tokenValue: string,
): Promise<string | undefined> {
  if (!(await takeSetting(queries, tokenName, tokenValue))) return undefined;
  const { organizationId, name, email, passwordHash } = owner;
  const [created] = await queries.insert(user).values({ name, email }).returning({ id: user.id });
  const userId = (created as { id: string }).id;
  // The accounts library finds a password by this provider and the user's own id.
  await queries.insert(account).values({ userId, accountId: userId, providerId: "credential", password: passwordHash });
  await queries.insert(member).values({ organizationId, userId, role: "owner" });
  return userId;
}

export type SessionRecord = {
  id: string;
  createdAt: Date;
  updatedAt: Date;
  expiresAt: Date;
  ipAddress: string | null;
  userAgent: string | null;
};

/** Returns a user's live sessions, the most recently used first, without their tokens. */
export function listUserSessions(queries: Queries, userId: string, now: Date): Promise<SessionRecord[]> {
  const { id, createdAt, updatedAt, expiresAt, ipAddress, userAgent } = session;
  return queries
    .select({ id, createdAt, updatedAt, expiresAt, ipAddress, userAgent })
    .from(session)
    .where(and(eq(session.userId, userId), gt(expiresAt, now)))
    .orderBy(desc(updatedAt));
}

/** Ends one session of a user. Returns false if the user has no such session. */
export async function deleteUserSession(queries: Queries, userId: string, id: string): Promise<boolean> {
  const where = and(eq(session.userId, userId), eq(session.id, id));
  return (await queries.delete(session).where(where).returning({ id: session.id })).length > 0;
}

/** Ends a user's sessions except the given one, or all of them. Returns the number of ended sessions. */
export async function deleteUserSessions(queries: Queries, userId: string, keepId?: string): Promise<number> {
  const where = and(eq(session.userId, userId), keepId ? ne(session.id, keepId) : undefined);
  return (await queries.delete(session).where(where).returning({ id: session.id })).length;
}

export async function findOrganization(queries: Queries, organizationId: string): Promise<OrganizationRecord> {
  const [found] = await queries.select(ORGANIZATION).from(organization).where(eq(organization.id, organizationId));
  return found as OrganizationRecord;
}

/** Changes the given settings of an organization. Returns it before and after the change. */
export async function changeOrganization(
  queries: Queries,
  organizationId: string,
  values: { name?: string | undefined; requiresSecondFactor?: boolean | undefined },
): Promise<{ before: OrganizationRecord; after: OrganizationRecord }> {
  const before = await findOrganization(queries, organizationId);
  const where = eq(organization.id, organizationId);
  const [after] = await queries.update(organization).set(values).where(where).returning(ORGANIZATION);
  return { before, after: after as OrganizationRecord };
}

/** Renames a user and returns the user. */
export async function renameUser(
  queries: Queries,
  userId: string,
  name: string,
): Promise<{ id: string; name: string; email: string }> {
  const { id, email } = user;
  const values = { name, updatedAt: new Date() };
  const [row] = await queries.update(user).set(values).where(eq(id, userId)).returning({ id, name: user.name, email });
  return row as { id: string; name: string; email: string };
}
