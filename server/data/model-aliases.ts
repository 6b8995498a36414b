import { and, asc, count, eq, sql } from "drizzle-orm";
import type { Queries, Transaction } from "./database.ts";
import { modelAlias } from "./schema/model-aliases.ts";
import { workspace } from "./schema/workspaces.ts";

/** Where an alias leads. One of `model` and `preset` is set. */
export type AliasTarget = {
  model: string | null;
  preset: string | null;
  providerOrder: string[] | null;
  weight: number;
  /** It gets this share of the requests instead of one by weight, until it is worse than the other targets. */
  canary?: CanarySettings | null;
};

/** `percent`: of the requests. The factors say how much worse than the other targets it may be. */
export type CanarySettings = { percent: number; minRequests: number; errorFactor: number; latencyFactor: number };

/**
 * The state of a canary. `epoch` counts its starts: statistics of an earlier one do not count. `rolledBackAt`: since when
 * it gets no requests, as ISO 8601.
 */
export type Rollout = { epoch: number; rolledBackAt: string | null; reason: string | null };

type Row = typeof modelAlias.$inferSelect;
export type ModelAliasRow = Omit<Row, "targets" | "rollout"> & { targets: AliasTarget[]; rollout: Rollout | null };
export type NewModelAlias = Pick<ModelAliasRow, "workspaceId" | "name" | "description" | "targets">;
export type ModelAliasChanges = Partial<Omit<NewModelAlias, "workspaceId"> & Pick<ModelAliasRow, "rollout">>;

/** Adds an alias. Returns undefined if its name is taken; `full` if the workspace has `most` aliases. */
export async function insertModelAlias(
  queries: Transaction,
  values: NewModelAlias,
  most: number,
): Promise<ModelAliasRow | "full" | undefined> {
  const { workspaceId } = values;
  await queries.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`model_aliases:${workspaceId}`}, 0))`);
  const own = eq(modelAlias.workspaceId, workspaceId);
  const [found] = await queries.select({ count: count() }).from(modelAlias).where(own);
  if ((found?.count ?? 0) >= most) return "full";
  const [row] = await queries.insert(modelAlias).values(values).onConflictDoNothing().returning();
  return row as ModelAliasRow | undefined;
}

/** Returns an alias of one organization; undefined for another's. */
export async function findModelAlias(
  queries: Queries,
  organizationId: string,
  id: string,
): Promise<ModelAliasRow | undefined> {
  const [found] = await queries
    .select({ row: modelAlias })
    .from(modelAlias)
    .innerJoin(workspace, eq(workspace.id, modelAlias.workspaceId))
    .where(and(eq(modelAlias.id, id), eq(workspace.organizationId, organizationId)));
  return found?.row as ModelAliasRow | undefined;
}

/** Returns a page of a workspace's aliases by name, and their total number. */
export async function listModelAliases(queries: Queries, workspaceId: string, offset: number, limit: number) {
  const where = eq(modelAlias.workspaceId, workspaceId);
  const rows = await queries
    .select()
    .from(modelAlias)
    .where(where)
    .orderBy(asc(modelAlias.name))
    .limit(limit)
    .offset(offset);
  const [total] = await queries.select({ count: count() }).from(modelAlias).where(where);
  return { rows: rows as ModelAliasRow[], total: total?.count ?? 0 };
}

/** Returns every alias of every workspace, for the directory in memory. */
export async function loadModelAliases(queries: Queries): Promise<ModelAliasRow[]> {
  return (await queries.select().from(modelAlias).orderBy(asc(modelAlias.name))) as ModelAliasRow[];
}

/** Changes an alias. Returns undefined if it is gone, `taken` if another one has its new name. */
export async function updateModelAlias(
  queries: Transaction,
  { workspaceId, id }: Pick<ModelAliasRow, "workspaceId" | "id">,
  changes: ModelAliasChanges,
): Promise<ModelAliasRow | "taken" | undefined> {
  const { name } = changes;
  if (name !== undefined) {
    const taken = and(eq(modelAlias.workspaceId, workspaceId), eq(modelAlias.name, name));
    const [other] = await queries.select({ id: modelAlias.id }).from(modelAlias).where(taken);
    if (other && other.id !== id) return "taken";
  }
  const [row] = await queries
    .update(modelAlias)
    .set({ ...changes, updatedAt: new Date() })
    .where(hasId(workspaceId, id))
    .returning();
  return row as ModelAliasRow | undefined;
}

/** Starts a canary again, with new statistics. Returns undefined if the alias is gone. */
export async function restartCanary(
  queries: Transaction,
  { workspaceId, id, rollout }: Pick<ModelAliasRow, "workspaceId" | "id" | "rollout">,
): Promise<ModelAliasRow | undefined> {
  const [row] = await queries
    .update(modelAlias)
    .set({ rollout: nextRollout(rollout), updatedAt: new Date() })
    .where(hasId(workspaceId, id))
    .returning();
  return row as ModelAliasRow | undefined;
}

export function nextRollout(rollout: Rollout | null): Rollout {
  return { epoch: (rollout?.epoch ?? 0) + 1, rolledBackAt: null, reason: null };
}

/**
 * Stops a canary. Returns the alias and its organization; undefined if it is stopped already, or was started again since
 * the row was read.
 */
export async function stopCanary(
  queries: Transaction,
  { workspaceId, id, rollout }: ModelAliasRow,
  stopped: { reason: string; at: Date },
): Promise<{ row: ModelAliasRow; organizationId: string } | undefined> {
  const epoch = rollout?.epoch ?? 0;
  const next: Rollout = { epoch, rolledBackAt: stopped.at.toISOString(), reason: stopped.reason };
  const isRunning = sql`${modelAlias.rollout} ->> 'rolledBackAt' is null`;
  const isSame = sql`coalesce((${modelAlias.rollout} ->> 'epoch')::int, 0) = ${epoch}`;
  const [row] = await queries
    .update(modelAlias)
    .set({ rollout: next })
    .where(and(hasId(workspaceId, id), isRunning, isSame))
    .returning();
  if (!row) return undefined;
  const [found] = await queries
    .select({ organizationId: workspace.organizationId })
    .from(workspace)
    .where(eq(workspace.id, workspaceId));
  return found && { row: row as ModelAliasRow, ...found };
}

/** Deletes an alias. Returns false if it is gone. */
export async function deleteModelAlias(
  queries: Queries,
  { workspaceId, id }: Pick<ModelAliasRow, "workspaceId" | "id">,
): Promise<boolean> {
  const rows = await queries.delete(modelAlias).where(hasId(workspaceId, id)).returning({ id: modelAlias.id });
  return rows.length > 0;
}

function hasId(workspaceId: string, id: string) {
  return and(eq(modelAlias.workspaceId, workspaceId), eq(modelAlias.id, id));
}
