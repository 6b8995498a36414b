import { and, count, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Queries, Transaction } from "./database.ts";
import { applyGroupMappings } from "./group-mappings.ts";
import { member, passkey, session, user } from "./schema/accounts.ts";
import { apiKey } from "./schema/api-keys.ts";
import { workspace, workspaceMember } from "./schema/workspaces.ts";
import { isActive } from "./workspaces.ts";

export type Person = {
  userId: string;
  name: string;
  email: string;
  role: string;
  createdAt: Date;
  hasSecondFactor: boolean;
  /** A group mapping gives the role, which is higher than the one given by hand. */
  hasMappedRole: boolean;
  /** The role given by hand. */
  handRole: string;
  /** When the directory deactivated the member. */
  deactivatedAt: Date | null;
};

/** Returns a page of an organization's members, in the order of joining, and their total number. */
export async function listMembers(
  queries: Queries,
  organizationId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: Person[]; total: number }> {
  const where = eq(member.organizationId, organizationId);
  const rows = await selectMembers(queries)
    .where(where)
    .orderBy(member.createdAt, member.id)
    .limit(limit)
    .offset(offset);
  const [total] = await queries.select({ count: count() }).from(member).where(where);
  return { rows, total: total?.count ?? 0 };
}

export async function findMember(
  queries: Queries,
  organizationId: string,
  userId: string,
): Promise<Person | undefined> {
  const [row] = await selectMembers(queries).where(hasUser(organizationId, userId));
  return row;
}

/** Returns the member with an address, of any organization; for the operator's command. */
export async function findMemberByEmail(
  queries: Queries,
  email: string,
): Promise<{ organizationId: string; userId: string } | undefined> {
  const [row] = await queries
    .select({ organizationId: member.organizationId, userId: user.id })
    .from(member)
    .innerJoin(user, eq(user.id, member.userId))
    .where(eq(user.email, email));
  return row;
}

/** Returns whether a user is an active member of an organization. */
export async function isMember(queries: Queries, organizationId: string, userId: string): Promise<boolean> {
  const where = and(hasUser(organizationId, userId), isNull(member.deactivatedAt));
  return (await queries.select({ id: member.id }).from(member).where(where)).length > 0;
}

export type Outcome = "done" | "last owner" | "active keys";

/**
 * Changes a member's role by hand, unless the organization would be left without an owner, or somebody who is no longer an
 * administrator would keep a management key. A group mapping may still give a higher role.
 */
export async function updateRole(
  queries: Transaction,
  organizationId: string,
  userId: string,
  role: string,
): Promise<Outcome> {
  if (role !== "owner" && (await isLastOwner(queries, organizationId, userId))) return "last owner";
  const keepsKey = role === "member" && (await hasActiveKeys(queries, organizationId, userId, "management"));
  if (keepsKey) return "active keys";
  await queries.update(member).set({ role, handRole: null }).where(hasUser(organizationId, userId));
  await applyGroupMappings(queries, organizationId, [userId]);
  return "done";
}

/**
 * Removes a member from the organization and its workspaces and ends their sessions, unless they are its last owner or
 * have active keys. The account remains, so that records keep their author.
 */
export async function deleteMember(queries: Transaction, organizationId: string, userId: string): Promise<Outcome> {
  if (await isLastOwner(queries, organizationId, userId)) return "last owner";
  if (await hasActiveKeys(queries, organizationId, userId)) return "active keys";
  await queries.delete(member).where(hasUser(organizationId, userId));
  await queries.delete(workspaceMember).where(eq(workspaceMember.userId, userId));
  await queries.delete(session).where(eq(session.userId, userId));
  return "done";
}

export type Departure = "done" | "last owner";

/**
 * Ends a member's sessions and stops them from signing in; their keys are rejected from the next request. Everything
 * they had comes back with `reactivateMember`.
 */
export async function deactivateMember(
  queries: Transaction,
  organizationId: string,
  userId: string,
  now: Date,
): Promise<Departure> {
  if (await isLastOwner(queries, organizationId, userId)) return "last owner";
  await queries.update(member).set({ deactivatedAt: now }).where(hasUser(organizationId, userId));
  await queries.delete(session).where(eq(session.userId, userId));
  return "done";
}

export async function reactivateMember(queries: Transaction, organizationId: string, userId: string): Promise<void> {
  await queries.update(member).set({ deactivatedAt: null }).where(hasUser(organizationId, userId));
}

/**
 * Removes a member like `deleteMember`, but disables their active keys instead of refusing. Returns the hashes of these
 * keys; only an administrator can enable them again.
 */
export async function expelMember(
  queries: Transaction,
  organizationId: string,
  userId: string,
): Promise<{ outcome: Departure; keyHashes: string[] }> {
  if (await isLastOwner(queries, organizationId, userId)) return { outcome: "last owner", keyHashes: [] };
  const own = queries.select({ id: workspace.id }).from(workspace).where(eq(workspace.organizationId, organizationId));
  const disabled = await queries
    .update(apiKey)
    .set({ disabled: true, pausedByAdmin: true, updatedAt: new Date() })
    .where(and(eq(apiKey.creatorUserId, userId), inArray(apiKey.workspaceId, own), isActive()))
    .returning({ hash: apiKey.hash });
  await deleteMember(queries, organizationId, userId);
  return { outcome: "done", keyHashes: disabled.map(({ hash }) => hash) };
}

/** Locks the owners' rows, so that the second of two simultaneous changes sees the first. */
async function isLastOwner(queries: Queries, organizationId: string, userId: string): Promise<boolean> {
  const owners = await queries
    .select({ userId: member.userId })
    .from(member)
    .where(and(eq(member.organizationId, organizationId), eq(member.role, "owner"), isNull(member.deactivatedAt)))
    .for("update");
  return owners.length === 1 && owners[0]?.userId === userId;
}

async function hasActiveKeys(
  queries: Queries,
  organizationId: string,
  userId: string,
  kind?: "management",
): Promise<boolean> {
  const isOwnKey = and(eq(workspace.organizationId, organizationId), eq(apiKey.creatorUserId, userId));
  const keys = await queries
    .select({ id: apiKey.id })
    .from(apiKey)
    .innerJoin(workspace, eq(workspace.id, apiKey.workspaceId))
    .where(and(isOwnKey, isActive(), kind && eq(apiKey.kind, kind)))
    .limit(1);
  return keys.length > 0;
}

function selectMembers(queries: Queries) {
  const hasPasskey = sql<boolean>`exists (select from ${passkey} where ${passkey.userId} = ${user.id})`;
  return queries
    .select({
      userId: user.id,
      name: user.name,
      email: user.email,
      role: member.role,
      createdAt: member.createdAt,
      hasMappedRole: sql<boolean>`${member.handRole} is not null`,
      handRole: sql<string>`coalesce(${member.handRole}, ${member.role})`,
      deactivatedAt: member.deactivatedAt,
      hasSecondFactor: sql<boolean>`${user.twoFactorEnabled} or ${hasPasskey}`,
    })
    .from(member)
    .innerJoin(user, eq(user.id, member.userId));
}

function hasUser(organizationId: string, userId: string) {
  return and(eq(member.organizationId, organizationId), eq(member.userId, userId));
}
