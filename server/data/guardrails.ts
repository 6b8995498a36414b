import { and, asc, count, desc, eq, sql } from "drizzle-orm";
import type { Queries, Transaction } from "./database.ts";
import { guardrail, guardrailKey, guardrailMember, guardrailVersion } from "./schema/guardrails.ts";
import { workspace } from "./schema/workspaces.ts";

export type GuardrailRow = typeof guardrail.$inferSelect;
export type GuardrailVersionRow = typeof guardrailVersion.$inferSelect;
export type NewGuardrail = Omit<typeof guardrail.$inferInsert, "version" | "createdAt" | "updatedAt">;
export type GuardrailChanges = Partial<Omit<NewGuardrail, "id" | "workspaceId">>;

/** The author of a change and the fields it changes. */
export type Authorship = Pick<GuardrailVersionRow, "changed" | "authorUserId" | "authorKeyHash">;

/** Returns every guardrail with the members it is assigned to, for the directory in memory. */
export async function loadGuardrails(queries: Queries) {
  const { guardrailId, userId, createdAt, id } = guardrailMember;
  return {
    guardrails: await queries.select().from(guardrail),
    members: await queries.select({ guardrailId, userId }).from(guardrailMember).orderBy(asc(createdAt), asc(id)),
  };
}

export type LoadedGuardrails = Awaited<ReturnType<typeof loadGuardrails>>;

/** Returns a guardrail of one organization; undefined for another's. `id` may be any text. */
export async function findGuardrail(
  queries: Queries,
  organizationId: string,
  id: string,
): Promise<GuardrailRow | undefined> {
  const [row] = await queries
    .select({ guardrail })
    .from(guardrail)
    .innerJoin(workspace, eq(workspace.id, guardrail.workspaceId))
    .where(and(eq(workspace.organizationId, organizationId), eq(sql`${guardrail.id}::text`, id.toLowerCase())));
  return row?.guardrail;
}

/** Returns a page of a workspace's guardrails, the default one first, then by name, and their total number. */
export async function listGuardrails(queries: Queries, workspaceId: string, page: { offset: number; limit: number }) {
  const where = eq(guardrail.workspaceId, workspaceId);
  const rows = await queries
    .select()
    .from(guardrail)
    .where(where)
    .orderBy(desc(eq(guardrail.id, workspaceId)), asc(guardrail.name), asc(guardrail.id))
    .limit(page.limit)
    .offset(page.offset);
  const [total] = await queries.select({ count: count() }).from(guardrail).where(where);
  return { rows, total: total?.count ?? 0 };
}

/** Creates a guardrail with the first entry of its history. Returns undefined if the id exists. */
export async function insertGuardrail(
  queries: Transaction,
  fields: NewGuardrail,
  authorship: Authorship,
): Promise<GuardrailRow | undefined> {
  const [row] = await queries.insert(guardrail).values(fields).onConflictDoNothing().returning();
  if (row) await keepVersion(queries, row, authorship);
  return row;
}

/**
 * Changes a guardrail of one workspace and adds the change to its history. With `version`, only if that is still the
 * stored one. Returns undefined and changes nothing if there is no such guardrail or its version differs.
 */
export async function updateGuardrail(
  queries: Transaction,
  { id, workspaceId, version }: { id: string; workspaceId: string; version?: number | undefined },
  changes: GuardrailChanges,
  authorship: Authorship,
): Promise<GuardrailRow | undefined> {
  const [row] = await queries
    .update(guardrail)
    .set({ ...changes, version: sql`${guardrail.version} + 1`, updatedAt: new Date() })
    .where(
      and(
        eq(guardrail.id, id),
        eq(guardrail.workspaceId, workspaceId),
        version === undefined ? undefined : eq(guardrail.version, version),
      ),
    )
    .returning();
  if (row) await keepVersion(queries, row, authorship);
  return row;
}

async function keepVersion(queries: Queries, row: GuardrailRow, authorship: Authorship): Promise<void> {
  await queries
    .insert(guardrailVersion)
    .values({ guardrailId: row.id, version: row.version, record: row, ...authorship });
}

/**
 * Deletes a guardrail of one workspace with its assignments and history. Returns the hashes of the keys that had it;
 * undefined if there is no such guardrail.
 */
export async function deleteGuardrail(
  queries: Transaction,
  workspaceId: string,
  id: string,
): Promise<string[] | undefined> {
  const { keyHash, guardrailId } = guardrailKey;
  const where = and(eq(guardrail.id, id), eq(guardrail.workspaceId, workspaceId));
  // Locked, so that no key is assigned between the read and the deletion.
  const [found] = await queries.select({ id: guardrail.id }).from(guardrail).where(where).for("update");
  if (!found) return undefined;
  const assignments = await queries.select({ keyHash }).from(guardrailKey).where(eq(guardrailId, id));
  await queries.delete(guardrail).where(where);
  return assignments.map((one) => one.keyHash);
}

/**
 * Returns a page of a guardrail's history, the latest change first. `record` is a stored row with its times as text.
 */
export async function listVersions(queries: Queries, guardrailId: string, page: { offset: number; limit: number }) {
  const where = eq(guardrailVersion.guardrailId, guardrailId);
  const rows = await queries
    .select()
    .from(guardrailVersion)
    .where(where)
    .orderBy(desc(guardrailVersion.version))
    .limit(page.limit)
    .offset(page.offset);
  const [total] = await queries.select({ count: count() }).from(guardrailVersion).where(where);
  return { rows, total: total?.count ?? 0 };
}
