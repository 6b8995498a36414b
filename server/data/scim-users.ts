import { and, count, eq, ne, type SQL, sql } from "drizzle-orm";
import type { Queries, Transaction } from "./database.ts";
import { member, organization, user } from "./schema/accounts.ts";
import { scimUser } from "./schema/provisioning.ts";
import { conditionOf, type ScimCondition, type ScimField } from "./scim-condition.ts";

export type ScimUserRow = typeof scimUser.$inferSelect;
/** What a directory says about a user. */
export type ScimUserValues = Omit<ScimUserRow, "memberId" | "userId" | "organizationId" | "createdAt" | "updatedAt">;
/** A user that a directory manages, with the state of their account. */
export type ProvisionedUser = ScimUserRow & { email: string; role: string; isActive: boolean };

/** Lets the changes that directories make to an organization happen one after the other. */
export async function lockOrganization(queries: Transaction, organizationId: string): Promise<void> {
  await queries
    .select({ id: organization.id })
    .from(organization)
    .where(eq(organization.id, organizationId))
    .for("no key update");
}

const isActive = sql<boolean>`${member.deactivatedAt} is null`;
const email = sql`mail.value ->> 'value'`;
const mailType = sql`mail.value ->> 'type'`;
const inMails = (condition: SQL) =>
  sql`exists (select from jsonb_array_elements(${scimUser.emails}) as mail where ${condition})`;

/** The fields a directory can filter users by; their names are lower-case. */
const FIELDS: Record<string, ScimField> = {
  id: { type: "text", column: sql`${scimUser.userId}::text` },
  username: { type: "text", column: sql`${scimUser.userName}` },
  externalid: { type: "exact", column: sql`${scimUser.externalId}` },
  displayname: { type: "text", column: sql`${scimUser.displayName}` },
  "name.formatted": { type: "text", column: sql`${scimUser.formattedName}` },
  "name.givenname": { type: "text", column: sql`${scimUser.givenName}` },
  "name.familyname": { type: "text", column: sql`${scimUser.familyName}` },
  active: { type: "boolean", column: sql`(${isActive})` },
  emails: { type: "each", column: email, wrap: inMails },
  "emails.value": { type: "each", column: email, wrap: inMails },
  "emails.type": { type: "each", column: mailType, wrap: inMails },
  "meta.created": { type: "time", column: sql`${scimUser.createdAt}` },
  "meta.lastmodified": { type: "time", column: sql`${scimUser.updatedAt}` },
};

/** Returns a page of users, in the order of provisioning, and their number; undefined for an unsupported filter. */
export async function listScimUsers(
  queries: Queries,
  organizationId: string,
  { filter, offset, limit }: { filter?: ScimCondition | undefined; offset: number; limit: number },
): Promise<{ rows: ProvisionedUser[]; total: number } | undefined> {
  const condition = filter && conditionOf(filter, FIELDS);
  if (filter && !condition) return undefined;
  const where = and(eq(scimUser.organizationId, organizationId), condition);
  const found = await selectUsers(queries)
    .where(where)
    .orderBy(scimUser.createdAt, scimUser.userId)
    .limit(limit)
    .offset(offset);
  const [total] = await queries
    .select({ count: count() })
    .from(scimUser)
    .innerJoin(member, eq(member.id, scimUser.memberId))
    .where(where);
  return { rows: found.map(userOf), total: total?.count ?? 0 };
}

export async function findScimUser(
  queries: Queries,
  organizationId: string,
  userId: string,
): Promise<ProvisionedUser | undefined> {
  const [row] = await selectUsers(queries).where(hasUser(organizationId, userId));
  return row && userOf(row);
}

/** Returns whether another user of the organization has this name in its directory. */
export async function hasScimUserName(
  queries: Queries,
  organizationId: string,
  userName: string,
  exceptUserId?: string,
): Promise<boolean> {
  const isSame = and(
    eq(scimUser.organizationId, organizationId),
    sql`lower(${scimUser.userName}) = lower(${userName})`,
    exceptUserId ? ne(scimUser.userId, exceptUserId) : undefined,
  );
  return (await queries.select({ id: scimUser.userId }).from(scimUser).where(isSame)).length > 0;
}

export type FoundAccount = {
  userId: string;
  name: string;
  /** The organization the account belongs to, and the member's role and id in it. */
  membership: { organizationId: string; memberId: string; role: string; isProvisioned: boolean } | undefined;
};

/** Returns the account with an email address, of any organization. */
export async function findAccount(queries: Queries, address: string): Promise<FoundAccount | undefined> {
  const [row] = await queries
    .select({
      userId: user.id,
      name: user.name,
      memberId: member.id,
      organizationId: member.organizationId,
      role: member.role,
      provisioned: scimUser.userId,
    })
    .from(user)
    .leftJoin(member, eq(member.userId, user.id))
    .leftJoin(scimUser, eq(scimUser.memberId, member.id))
    .where(eq(user.email, address));
  if (!row) return undefined;
  const { userId, name, memberId, organizationId, role, provisioned } = row;
  const isMember = memberId !== null && organizationId !== null && role !== null;
  const membership = isMember ? { organizationId, memberId, role, isProvisioned: provisioned !== null } : undefined;
  return { userId, name, membership };
}

/** Creates an account without a password; undefined if the address has one. */
export async function insertAccount(
  queries: Transaction,
  values: { name: string; email: string },
): Promise<string | undefined> {
  const [row] = await queries
    .insert(user)
    .values({ ...values, emailVerified: true })
    .onConflictDoNothing()
    .returning({ id: user.id });
  return row?.id;
}

/** Changes an account's name and address. Returns false if another account has the address. */
export async function updateAccount(
  queries: Transaction,
  userId: string,
  values: { name: string; email: string },
): Promise<boolean> {
  const isFree = sql`not exists (select from ${user} as other where other.email = ${values.email} and other.id <> ${userId})`;
  const changed = await queries
    .update(user)
    .set({ ...values, updatedAt: new Date() })
    .where(and(eq(user.id, userId), isFree))
    .returning({ id: user.id });
  return changed.length > 0;
}

/** Adds an account to an organization as a member and returns the membership's id. */
export async function insertMember(
  queries: Transaction,
  values: { organizationId: string; userId: string; role: string },
): Promise<string> {
  const [row] = await queries.insert(member).values(values).returning({ id: member.id });
  return (row as { id: string }).id;
}

export async function insertScimUser(
  queries: Transaction,
  place: { organizationId: string; memberId: string; userId: string },
  values: ScimUserValues,
): Promise<void> {
  await queries.insert(scimUser).values({ ...place, ...values });
}

export async function updateScimUser(queries: Transaction, userId: string, values: ScimUserValues): Promise<void> {
  await queries
    .update(scimUser)
    .set({ ...values, updatedAt: new Date() })
    .where(eq(scimUser.userId, userId));
}

function selectUsers(queries: Queries) {
  return queries
    .select({ scimUser, email: user.email, role: member.role, isActive })
    .from(scimUser)
    .innerJoin(member, eq(member.id, scimUser.memberId))
    .innerJoin(user, eq(user.id, scimUser.userId));
}

function userOf({ scimUser: row, ...state }: Awaited<ReturnType<typeof selectUsers>>[number]): ProvisionedUser {
  return { ...row, ...state };
}

function hasUser(organizationId: string, userId: string) {
  return and(eq(scimUser.organizationId, organizationId), eq(scimUser.userId, userId));
}
