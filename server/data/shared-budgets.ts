import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Queries } from "./database.ts";
import { apiKey } from "./schema/api-keys.ts";
import { sharedBudget, sharedBudgetKey, sharedBudgetMember } from "./schema/money.ts";

export type SharedBudgetRow = typeof sharedBudget.$inferSelect & {
  /** The stable ids of its keys. */
  stableKeyIds: string[];
  userIds: string[];
};

export type SharedBudgetFields = Pick<
  SharedBudgetRow,
  "name" | "limitNanoUsd" | "interval" | "tags" | "externalUsers" | "perExternalUser" | "perSession"
>;
/** The keys and members that share a budget; an absent list is unchanged. */
export type Sharers = { stableKeyIds?: readonly string[] | undefined; userIds?: readonly string[] | undefined };

/** Returns the shared budgets of every workspace, or of one, by name. */
export async function loadSharedBudgets(queries: Queries, workspaceId?: string): Promise<SharedBudgetRow[]> {
  const own = workspaceId ? eq(sharedBudget.workspaceId, workspaceId) : undefined;
  const rows = await queries.select().from(sharedBudget).where(own).orderBy(sharedBudget.name);
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const keys = await queries.select().from(sharedBudgetKey).where(inArray(sharedBudgetKey.budgetId, ids));
  const members = await queries.select().from(sharedBudgetMember).where(inArray(sharedBudgetMember.budgetId, ids));
  const keysOf = Map.groupBy(keys, ({ budgetId }) => budgetId);
  const membersOf = Map.groupBy(members, ({ budgetId }) => budgetId);
  return rows.map((row) => ({
    ...row,
    stableKeyIds: (keysOf.get(row.id) ?? []).map(({ stableId }) => stableId),
    userIds: (membersOf.get(row.id) ?? []).map(({ userId }) => userId),
  }));
}

/** Returns the hash of the current key for each stable id in a workspace. */
export async function currentKeys(queries: Queries, workspaceId: string): Promise<Map<string, string>> {
  const rows = await queries
    .select({ stableId: apiKey.stableId, hash: apiKey.hash })
    .from(apiKey)
    .where(and(eq(apiKey.workspaceId, workspaceId), isNull(apiKey.rotatedTo)));
  return new Map(rows.map(({ stableId, hash }) => [stableId, hash]));
}

/** Returns the tags of the keys that a member created in a workspace. */
export async function loadKeyTags(queries: Queries, workspaceId: string, userId: string): Promise<Set<string>> {
  const rows = await queries
    .select({ tags: apiKey.tags })
    .from(apiKey)
    .where(and(eq(apiKey.workspaceId, workspaceId), eq(apiKey.creatorUserId, userId), isNull(apiKey.rotatedTo)));
  return new Set(rows.flatMap(({ tags }) => tags ?? []));
}

/** Adds a shared budget. Returns undefined if the workspace already has one with this name. */
export async function insertSharedBudget(
  queries: Queries,
  workspaceId: string,
  fields: SharedBudgetFields,
  sharers: Sharers,
): Promise<string | undefined> {
  const values = { workspaceId, ...fields };
  const [row] = await queries.insert(sharedBudget).values(values).onConflictDoNothing().returning();
  if (row) await setSharers(queries, row.id, sharers);
  return row?.id;
}

/** Changes a shared budget of a workspace. */
export async function updateSharedBudget(
  queries: Queries,
  workspaceId: string,
  id: string,
  fields: Partial<SharedBudgetFields>,
  sharers: Sharers,
): Promise<void> {
  await queries
    .update(sharedBudget)
    .set({ ...fields, updatedAt: new Date() })
    .where(and(eq(sharedBudget.workspaceId, workspaceId), eq(sharedBudget.id, id)));
  await setSharers(queries, id, sharers);
}

export async function deleteSharedBudget(queries: Queries, workspaceId: string, id: string): Promise<void> {
  await queries.delete(sharedBudget).where(and(eq(sharedBudget.workspaceId, workspaceId), eq(sharedBudget.id, id)));
}

async function setSharers(queries: Queries, budgetId: string, { stableKeyIds, userIds }: Sharers): Promise<void> {
  if (stableKeyIds) {
    await queries.delete(sharedBudgetKey).where(eq(sharedBudgetKey.budgetId, budgetId));
    const rows = stableKeyIds.map((stableId) => ({ budgetId, stableId }));
    if (rows.length > 0) await queries.insert(sharedBudgetKey).values(rows);
  }
  if (userIds) {
    await queries.delete(sharedBudgetMember).where(eq(sharedBudgetMember.budgetId, budgetId));
    const rows = userIds.map((userId) => ({ budgetId, userId }));
    if (rows.length > 0) await queries.insert(sharedBudgetMember).values(rows);
  }
}
