import { and, count, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import type { Queries, Transaction } from "./database.ts";
import { member, user } from "./schema/accounts.ts";
import { apiKey } from "./schema/api-keys.ts";
import { workspaceMember } from "./schema/workspaces.ts";
import { activeIn } from "./workspaces.ts";

export type Place = { organizationId: string; workspaceId: string; isDefault: boolean };
export type WorkspacePerson = {
  /**
   * The id of the workspace membership, or of the organization membership for a user who is in the default workspace
   * only through it.
   */
  id: string;
  userId: string;
  role: string;
  createdAt: Date;
  name: string;
  email: string;
  /** Only a group mapping gave the membership. */
  isByMapping: boolean;
};

/**
 * Returns a page of a workspace's members, in the order of joining; the default workspace has every member of the
 * organization.
 */
export async function listWorkspaceMembers(
  queries: Queries,
  place: Place,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: WorkspacePerson[]; total: number }> {
  const where = isMemberIn(place);
  const rows = await selectMembers(queries, place)
    .where(where)
    .orderBy(member.createdAt, member.id)
    .limit(limit)
    .offset(offset);
  const [total] = await queries
    .select({ count: count() })
    .from(member)
    .leftJoin(workspaceMember, joinsWorkspace(place))
    .where(where);
  return { rows: rows.map(personOf), total: total?.count ?? 0 };
}

/**
 * Adds users to a workspace; existing members are unchanged. Returns the added ones; undefined, without adding anyone,
 * if one of them is not a member of the organization.
 */
export async function addWorkspaceMembers(
  queries: Queries,
  place: Place,
  userIds: readonly string[],
): Promise<WorkspacePerson[] | undefined> {
  const { organizationId, workspaceId } = place;
  const members = await queries
    .select({ userId: member.userId })
    .from(member)
    .where(and(eq(member.organizationId, organizationId), inArray(member.userId, [...userIds])));
  if (members.length < userIds.length) return undefined;
  const added = await queries
    .insert(workspaceMember)
    .values(userIds.map((userId) => ({ workspaceId, userId })))
    // A membership that only a mapping gave is from now on also given by hand.
    .onConflictDoUpdate({
      target: [workspaceMember.workspaceId, workspaceMember.userId],
      set: { isByHand: true },
      setWhere: eq(workspaceMember.isByHand, false),
    })
    .returning({ id: workspaceMember.id });
  const ids = added.map(({ id }) => id);
  const rows = await selectMembers(queries, place).where(inArray(workspaceMember.id, ids)).orderBy(member.createdAt);
  return rows.map(personOf);
}

/** Returns those of these users whom only group mappings put into a workspace. */
export async function withMappingOnly(
  queries: Queries,
  workspaceId: string,
  userIds: readonly string[],
): Promise<string[]> {
  const isMapped = and(eq(workspaceMember.workspaceId, workspaceId), eq(workspaceMember.isByHand, false));
  const rows = await queries
    .select({ userId: workspaceMember.userId })
    .from(workspaceMember)
    .where(and(isMapped, inArray(workspaceMember.userId, [...userIds])));
  return rows.map(({ userId }) => userId);
}

/**
 * Takes a workspace away from users to whom it was given by hand. Returns those who had it, and which of them stay in it
 * by a group mapping.
 */
export async function removeWorkspaceMembers(
  queries: Transaction,
  workspaceId: string,
  userIds: readonly string[],
): Promise<{ removed: string[]; staying: string[] }> {
  const isConcerned = and(eq(workspaceMember.workspaceId, workspaceId), inArray(workspaceMember.userId, [...userIds]));
  const kept = await queries
    .update(workspaceMember)
    .set({ isByHand: false })
    .where(and(isConcerned, eq(workspaceMember.isByHand, true), eq(workspaceMember.isByMapping, true)))
    .returning({ userId: workspaceMember.userId });
  const gone = await queries
    .delete(workspaceMember)
    .where(and(isConcerned, eq(workspaceMember.isByMapping, false)))
    .returning({ userId: workspaceMember.userId });
  const staying = kept.map(({ userId }) => userId);
  return { removed: [...gone.map(({ userId }) => userId), ...staying], staying };
}

/**
 * Returns those of these users who have created active keys in a workspace and are in it only by hand; keys of their
 * agents do not count.
 */
export async function withActiveKeys(
  queries: Queries,
  workspaceId: string,
  userIds: readonly string[],
): Promise<string[]> {
  const isOwnMembership = and(
    eq(workspaceMember.userId, apiKey.creatorUserId),
    eq(workspaceMember.workspaceId, apiKey.workspaceId),
    eq(workspaceMember.isByMapping, false),
  );
  const rows = await queries
    .selectDistinct({ userId: apiKey.creatorUserId })
    .from(apiKey)
    .innerJoin(workspaceMember, isOwnMembership)
    .where(and(activeIn(workspaceId), isNull(apiKey.agent), inArray(apiKey.creatorUserId, [...userIds])));
  return rows.map(({ userId }) => userId as string);
}

function selectMembers(queries: Queries, place: Place) {
  return queries
    .select({ member, link: workspaceMember, name: user.name, email: user.email })
    .from(member)
    .innerJoin(user, eq(user.id, member.userId))
    .leftJoin(workspaceMember, joinsWorkspace(place));
}

function joinsWorkspace({ workspaceId }: Place) {
  return and(eq(workspaceMember.userId, member.userId), eq(workspaceMember.workspaceId, workspaceId));
}

function isMemberIn({ organizationId, isDefault }: Place) {
  return and(eq(member.organizationId, organizationId), isDefault ? undefined : isNotNull(workspaceMember.id));
}

function personOf({ member, link, name, email }: Awaited<ReturnType<typeof selectMembers>>[number]): WorkspacePerson {
  const { id, createdAt } = link ?? member;
  const isByMapping = link !== null && !link.isByHand;
  return { id, userId: member.userId, role: member.role, createdAt, name, email, isByMapping };
}
