import { and, count, eq, isNull, lt, or, sql } from "drizzle-orm";
import type { Queries } from "./database.ts";
import { scimToken } from "./schema/provisioning.ts";
import { workspace } from "./schema/workspaces.ts";

export type ScimTokenRow = typeof scimToken.$inferSelect;
export type NewScimToken = typeof scimToken.$inferInsert;

export function listScimTokens(queries: Queries, organizationId: string): Promise<ScimTokenRow[]> {
  return queries
    .select()
    .from(scimToken)
    .where(eq(scimToken.organizationId, organizationId))
    .orderBy(scimToken.createdAt, scimToken.id);
}

export async function countScimTokens(queries: Queries, organizationId: string): Promise<number> {
  const where = eq(scimToken.organizationId, organizationId);
  const [row] = await queries.select({ count: count() }).from(scimToken).where(where);
  return row?.count ?? 0;
}

export async function insertScimToken(queries: Queries, values: NewScimToken): Promise<ScimTokenRow> {
  const [row] = await queries.insert(scimToken).values(values).returning();
  return row as ScimTokenRow;
}

/** Gives a token a new secret. Returns undefined if the organization has no such token. */
export async function replaceScimToken(
  queries: Queries,
  organizationId: string,
  id: string,
  values: Pick<NewScimToken, "tokenHash" | "label" | "mayChangeOwners">,
): Promise<ScimTokenRow | undefined> {
  const changes = { ...values, lastUsedAt: null };
  const [row] = await queries.update(scimToken).set(changes).where(hasId(organizationId, id)).returning();
  return row;
}

export async function deleteScimToken(
  queries: Queries,
  organizationId: string,
  id: string,
): Promise<ScimTokenRow | undefined> {
  const [row] = await queries.delete(scimToken).where(hasId(organizationId, id)).returning();
  return row;
}

/** Returns the token with a hash and its organization's default workspace. */
export async function findScimToken(
  queries: Queries,
  tokenHash: string,
): Promise<{ token: ScimTokenRow; workspaceId: string } | undefined> {
  const isDefault = and(eq(workspace.organizationId, scimToken.organizationId), eq(workspace.isDefault, true));
  const [row] = await queries
    .select({ token: scimToken, workspaceId: workspace.id })
    .from(scimToken)
    .innerJoin(workspace, isDefault)
    .where(eq(scimToken.tokenHash, tokenHash));
  return row;
}

/** Stores that a token was used, at most once a minute. */
export async function touchScimToken(queries: Queries, id: string): Promise<void> {
  const isOld = or(isNull(scimToken.lastUsedAt), lt(scimToken.lastUsedAt, sql`now() - interval '1 minute'`));
  await queries
    .update(scimToken)
    .set({ lastUsedAt: sql`now()` })
    .where(and(eq(scimToken.id, id), isOld));
}

function hasId(organizationId: string, id: string) {
  return and(eq(scimToken.organizationId, organizationId), eq(scimToken.id, id));
}
