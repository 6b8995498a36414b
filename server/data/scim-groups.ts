import { and, count, eq, inArray, ne, notInArray, type SQL, sql } from "drizzle-orm";
import type { Queries, Transaction } from "./database.ts";
import { scimGroup, scimGroupMember, scimUser } from "./schema/provisioning.ts";
import { conditionOf, type ScimCondition, type ScimField } from "./scim-condition.ts";

export type ScimGroupRow = typeof scimGroup.$inferSelect;
export type ScimGroupValues = Pick<ScimGroupRow, "displayName" | "externalId">;
export type GroupMember = { groupId: string; userId: string; userName: string };

const inMembers = (condition: SQL) =>
  sql`exists (select from ${scimGroupMember} where ${scimGroupMember.groupId} = ${scimGroup.id} and ${condition})`;
const memberId = sql`${scimGroupMember.userId}::text`;

/** The fields a directory can filter groups by; their names are lower-case. */
const FIELDS: Record<string, ScimField> = {
  id: { type: "text", column: sql`${scimGroup.id}::text` },
  displayname: { type: "text", column: sql`${scimGroup.displayName}` },
  externalid: { type: "exact", column: sql`${scimGroup.externalId}` },
  members: { type: "each", column: memberId, wrap: inMembers },
  "members.value": { type: "each", column: memberId, wrap: inMembers },
  "meta.created": { type: "time", column: sql`${scimGroup.createdAt}` },
  "meta.lastmodified": { type: "time", column: sql`${scimGroup.updatedAt}` },
};

/** Returns a page of groups, the oldest first, and their number; undefined for an unsupported filter. */
export async function listScimGroups(
  queries: Queries,
  organizationId: string,
  { filter, offset, limit }: { filter?: ScimCondition | undefined; offset: number; limit: number },
): Promise<{ rows: ScimGroupRow[]; total: number } | undefined> {
  const condition = filter && conditionOf(filter, FIELDS);
  if (filter && !condition) return undefined;
  const where = and(eq(scimGroup.organizationId, organizationId), condition);
  const rows = await queries
    .select()
    .from(scimGroup)
    .where(where)
    .orderBy(scimGroup.createdAt, scimGroup.id)
    .limit(limit)
    .offset(offset);
  const [total] = await queries.select({ count: count() }).from(scimGroup).where(where);
  return { rows, total: total?.count ?? 0 };
}

/** Returns a page of groups by name, with the numbers of their members. */
export async function listProvisionedGroups(
  queries: Queries,
  organizationId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: (ScimGroupRow & { memberCount: number })[]; total: number }> {
  const where = eq(scimGroup.organizationId, organizationId);
  const memberCount = queries.$count(scimGroupMember, eq(scimGroupMember.groupId, scimGroup.id));
  const rows = await queries
    .select({ group: scimGroup, memberCount })
    .from(scimGroup)
    .where(where)
    .orderBy(scimGroup.displayName, scimGroup.id)
    .limit(limit)
    .offset(offset);
  const [total] = await queries.select({ count: count() }).from(scimGroup).where(where);
  return { rows: rows.map((row) => ({ ...row.group, memberCount: row.memberCount })), total: total?.count ?? 0 };
}

export async function findScimGroup(
  queries: Queries,
  organizationId: string,
  id: string,
): Promise<ScimGroupRow | undefined> {
  const [row] = await queries.select().from(scimGroup).where(hasId(organizationId, id));
  return row;
}

/** Returns whether another group of the organization has this name. */
export async function hasScimGroupName(
  queries: Queries,
  organizationId: string,
  displayName: string,
  exceptId?: string,
): Promise<boolean> {
  const isSame = and(
    eq(scimGroup.organizationId, organizationId),
    sql`lower(${scimGroup.displayName}) = lower(${displayName})`,
    exceptId ? ne(scimGroup.id, exceptId) : undefined,
  );
  return (await queries.select({ id: scimGroup.id }).from(scimGroup).where(isSame)).length > 0;
}

export async function insertScimGroup(
  queries: Transaction,
  values: ScimGroupValues & { organizationId: string },
): Promise<ScimGroupRow> {
  const [row] = await queries.insert(scimGroup).values(values).returning();
  return row as ScimGroupRow;
}

export async function updateScimGroup(queries: Transaction, id: string, values: ScimGroupValues): Promise<void> {
  await queries
    .update(scimGroup)
    .set({ ...values, updatedAt: new Date() })
    .where(eq(scimGroup.id, id));
}

export async function deleteScimGroup(queries: Transaction, id: string): Promise<void> {
  await queries.delete(scimGroup).where(eq(scimGroup.id, id));
}

/** Returns the members of groups, at most `limit` of them. */
export function listGroupMembers(queries: Queries, groupIds: readonly string[], limit: number): Promise<GroupMember[]> {
  if (groupIds.length === 0) return Promise.resolve([]);
  return queries
    .select({ groupId: scimGroupMember.groupId, userId: scimGroupMember.userId, userName: scimUser.userName })
    .from(scimGroupMember)
    .innerJoin(scimUser, eq(scimUser.userId, scimGroupMember.userId))
    .where(inArray(scimGroupMember.groupId, [...groupIds]))
    .orderBy(scimGroupMember.groupId, scimUser.userName)
    .limit(limit);
}

/** Returns the groups of users. */
export function listGroupsOf(
  queries: Queries,
  userIds: readonly string[],
): Promise<{ userId: string; id: string; displayName: string }[]> {
  if (userIds.length === 0) return Promise.resolve([]);
  return queries
    .select({ userId: scimGroupMember.userId, id: scimGroup.id, displayName: scimGroup.displayName })
    .from(scimGroupMember)
    .innerJoin(scimGroup, eq(scimGroup.id, scimGroupMember.groupId))
    .where(inArray(scimGroupMember.userId, [...userIds]))
    .orderBy(scimGroup.displayName);
}

/** Returns the ids that do not belong to a user in the organization's directory. */
export async function unknownUsers(
  queries: Queries,
  organizationId: string,
  userIds: readonly string[],
): Promise<string[]> {
  if (userIds.length === 0) return [];
  const rows = await queries
    .select({ id: scimUser.userId })
    .from(scimUser)
    .where(and(eq(scimUser.organizationId, organizationId), inArray(scimUser.userId, [...userIds])));
  const known = new Set(rows.map(({ id }) => id));
  return userIds.filter((id) => !known.has(id));
}

/** Adds users to a group. Returns those who were not in it. */
export async function addGroupMembers(
  queries: Transaction,
  groupId: string,
  userIds: readonly string[],
): Promise<string[]> {
  if (userIds.length === 0) return [];
  const rows = await queries
    .insert(scimGroupMember)
    .values(userIds.map((userId) => ({ groupId, userId })))
    .onConflictDoNothing()
    .returning({ userId: scimGroupMember.userId });
  return rows.map(({ userId }) => userId);
}

/** Removes users from a group, or all except `kept`. Returns those who were in it. */
export async function removeGroupMembers(
  queries: Transaction,
  groupId: string,
  which: { userIds: readonly string[] } | { kept: readonly string[] },
): Promise<string[]> {
  const isOne =
    "userIds" in which
      ? inArray(scimGroupMember.userId, [...which.userIds])
      : notInArray(scimGroupMember.userId, [...which.kept]);
  const rows = await queries
    .delete(scimGroupMember)
    .where(and(eq(scimGroupMember.groupId, groupId), isOne))
    .returning({ userId: scimGroupMember.userId });
  return rows.map(({ userId }) => userId);
}

function hasId(organizationId: string, id: string) {
  return and(eq(scimGroup.organizationId, organizationId), eq(scimGroup.id, id));
}
