import { and, asc, count, eq, inArray, ne } from "drizzle-orm";
import type { Queries, Transaction } from "./database.ts";
import { member } from "./schema/accounts.ts";
import { apiKey } from "./schema/api-keys.ts";
import { guardrail, guardrailKey, guardrailMember } from "./schema/guardrails.ts";
import { workspace } from "./schema/workspaces.ts";

type Page = { offset: number; limit: number };
/** The assignments of one guardrail, or of every guardrail of an organization. */
export type AssignmentScope = { guardrailId: string } | { organizationId: string };

/** Returns a page of assignments to keys, the oldest first, and their total number. */
export async function listKeyAssignments(queries: Queries, scope: AssignmentScope, page: Page) {
  const { id, guardrailId, keyHash, assignedBy, createdAt } = guardrailKey;
  const where = inScope(scope);
  const rows = await queries
    .select({ id, guardrailId, keyHash, keyLabel: apiKey.label, keyName: apiKey.name, assignedBy, createdAt })
    .from(guardrailKey)
    .innerJoin(apiKey, eq(apiKey.hash, keyHash))
    .innerJoin(guardrail, eq(guardrail.id, guardrailId))
    .innerJoin(workspace, eq(workspace.id, guardrail.workspaceId))
    .where(where)
    .orderBy(asc(createdAt), asc(id))
    .limit(page.limit)
    .offset(page.offset);
  const [total] = await queries
    .select({ count: count() })
    .from(guardrailKey)
    .innerJoin(guardrail, eq(guardrail.id, guardrailId))
    .innerJoin(workspace, eq(workspace.id, guardrail.workspaceId))
    .where(where);
  return { rows, total: total?.count ?? 0 };
}

export type KeyAssignmentRow = Awaited<ReturnType<typeof listKeyAssignments>>["rows"][number];

/** Returns a page of assignments to members, the oldest first, and their total number. */
export async function listMemberAssignments(queries: Queries, scope: AssignmentScope, page: Page) {
  const { id, guardrailId, userId, assignedBy, createdAt } = guardrailMember;
  const where = inScope(scope);
  const rows = await queries
    .select({ id, guardrailId, userId, organizationId: workspace.organizationId, assignedBy, createdAt })
    .from(guardrailMember)
    .innerJoin(guardrail, eq(guardrail.id, guardrailId))
    .innerJoin(workspace, eq(workspace.id, guardrail.workspaceId))
    .where(where)
    .orderBy(asc(createdAt), asc(id))
    .limit(page.limit)
    .offset(page.offset);
  const [total] = await queries
    .select({ count: count() })
    .from(guardrailMember)
    .innerJoin(guardrail, eq(guardrail.id, guardrailId))
    .innerJoin(workspace, eq(workspace.id, guardrail.workspaceId))
    .where(where);
  return { rows, total: total?.count ?? 0 };
}

export type MemberAssignmentRow = Awaited<ReturnType<typeof listMemberAssignments>>["rows"][number];

function inScope(scope: AssignmentScope) {
  return "guardrailId" in scope
    ? eq(guardrail.id, scope.guardrailId)
    : eq(workspace.organizationId, scope.organizationId);
}

export type Assigning = { guardrailId: string; assignedBy: string | null };

/** Locks a guardrail against deletion during the transaction. Returns false if it is gone. */
async function lockGuardrail(queries: Queries, id: string): Promise<boolean> {
  const rows = await queries.select({ id: guardrail.id }).from(guardrail).where(eq(guardrail.id, id)).for("share");
  return rows.length > 0;
}

/**
 * Assigns a guardrail to keys of its workspace, replacing their previous ones, all at once. Returns the hashes of the
 * keys that did not have it before. Returns undefined and changes nothing if one is not a key of the workspace or the
 * guardrail is gone.
 */
export async function assignKeys(
  queries: Transaction,
  workspaceId: string,
  { guardrailId, assignedBy }: Assigning,
  hashes: readonly string[],
): Promise<string[] | undefined> {
  // Sorted, so that two callers who name the same keys cannot deadlock.
  const targets = [...new Set(hashes)].sort();
  const found = await queries
    .select({ hash: apiKey.hash })
    .from(apiKey)
    .where(and(eq(apiKey.workspaceId, workspaceId), inArray(apiKey.hash, targets)))
    .for("share");
  if (found.length < targets.length || !(await lockGuardrail(queries, guardrailId))) return undefined;
  const now = new Date();
  const rows = await queries
    .insert(guardrailKey)
    .values(targets.map((keyHash) => ({ guardrailId, keyHash, assignedBy, createdAt: now })))
    .onConflictDoUpdate({
      target: guardrailKey.keyHash,
      set: { guardrailId, assignedBy, createdAt: now },
      setWhere: ne(guardrailKey.guardrailId, guardrailId),
    })
    .returning({ keyHash: guardrailKey.keyHash });
  return rows.map(({ keyHash }) => keyHash);
}

/** Removes a guardrail from keys. Returns the hashes that had it. */
export async function unassignKeys(
  queries: Queries,
  guardrailId: string,
  hashes: readonly string[],
): Promise<string[]> {
  const where = and(eq(guardrailKey.guardrailId, guardrailId), inArray(guardrailKey.keyHash, [...hashes]));
  const rows = await queries.delete(guardrailKey).where(where).returning({ keyHash: guardrailKey.keyHash });
  return rows.map(({ keyHash }) => keyHash);
}

/**
 * Assigns a guardrail to members of an organization, all at once. Returns the users who did not have it before. Returns
 * undefined and changes nothing if one is not a member or the guardrail is gone.
 */
export async function assignMembers(
  queries: Transaction,
  organizationId: string,
  { guardrailId, assignedBy }: Assigning,
  userIds: readonly string[],
): Promise<string[] | undefined> {
  const targets = new Set(userIds);
  const members = await queries
    .select({ userId: member.userId })
    .from(member)
    .where(eq(member.organizationId, organizationId))
    .for("share");
  const found = members.filter(({ userId }) => targets.has(userId));
  if (found.length < targets.size || !(await lockGuardrail(queries, guardrailId))) return undefined;
  const rows = await queries
    .insert(guardrailMember)
    .values(found.map(({ userId }) => ({ guardrailId, userId, assignedBy })))
    .onConflictDoNothing()
    .returning({ userId: guardrailMember.userId });
  return rows.map(({ userId }) => userId);
}

/** Removes a guardrail from members. Returns the users who had it; `userIds` may be any texts. */
export async function unassignMembers(
  queries: Queries,
  guardrailId: string,
  userIds: readonly string[],
): Promise<string[]> {
  const targets = new Set(userIds);
  const { userId } = guardrailMember;
  const rows = await queries
    .select({ userId })
    .from(guardrailMember)
    .where(eq(guardrailMember.guardrailId, guardrailId));
  const leaving = rows.map((one) => one.userId).filter((id) => targets.has(id));
  if (leaving.length === 0) return [];
  const where = and(eq(guardrailMember.guardrailId, guardrailId), inArray(userId, leaving));
  return (await queries.delete(guardrailMember).where(where).returning({ userId })).map((one) => one.userId);
}
