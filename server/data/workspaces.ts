import { and, eq, gt, isNull, ne, notExists, or, sql } from "drizzle-orm";
import type { Queries } from "./database.ts";
import { apiKey } from "./schema/api-keys.ts";
import { type PluginRecord, workspace, workspaceMember } from "./schema/workspaces.ts";

export type WorkspaceRow = typeof workspace.$inferSelect;
export type NewWorkspace = typeof workspace.$inferInsert;
export type WorkspaceChanges = Partial<Omit<NewWorkspace, "id" | "organizationId" | "isDefault" | "createdAt">>;

/** The workspace fields that every request needs. */
export type WorkspaceRecord = {
  id: string;
  organizationId: string;
  name: string;
  slug: string;
  isDefault: boolean;
  defaults: { textModel: string | null; imageModel: string | null; providerSort: string | null };
  /** Plugins of text requests that do not name them. */
  plugins: readonly PluginRecord[];
  /** Actions that ordinary keys must not take. */
  restricts: { uploads: boolean; images: boolean };
  /** Server tools that no request may use. */
  disabledTools: readonly string[];
  /**
   * Which prompts and responses are stored: the keys (null: all), the share of requests, and failed requests beyond it.
   */
  contentLogging: { isEnabled: boolean; keyIds: number[] | null; samplingRate: number; keepsFailures: boolean };
};

/** Returns every workspace, the default one of each organization first, then by name. */
export async function loadWorkspaces(queries: Queries): Promise<WorkspaceRecord[]> {
  const rows = await queries.select().from(workspace);
  return rows.map(recordOf).sort(compareWorkspaces);
}

/** Returns the time zones of the workspaces whose zone is not UTC. */
export function loadTimeZones(queries: Queries): Promise<{ workspaceId: string; timeZone: string }[]> {
  return queries
    .select({ workspaceId: workspace.id, timeZone: workspace.timeZone })
    .from(workspace)
    .where(ne(workspace.timeZone, "UTC"));
}

/** Returns a workspace's time zone. */
export async function loadTimeZone(queries: Queries, workspaceId: string): Promise<string> {
  const own = eq(workspace.id, workspaceId);
  const [row] = await queries.select({ timeZone: workspace.timeZone }).from(workspace).where(own);
  return row?.timeZone ?? "UTC";
}

/** Compares workspaces: the default one comes first, then by name. */
export function compareWorkspaces(a: Named, b: Named): number {
  return Number(b.isDefault) - Number(a.isDefault) || a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1);
}

type Named = Pick<WorkspaceRecord, "id" | "name" | "isDefault">;

function recordOf(row: WorkspaceRow): WorkspaceRecord {
  const { id, organizationId, name, slug, isDefault } = row;
  return {
    id,
    organizationId,
    name,
    slug,
    isDefault,
    defaults: {
      textModel: row.defaultTextModel,
      imageModel: row.defaultImageModel,
      providerSort: row.defaultProviderSort,
    },
    plugins: row.defaultPlugins ?? [],
    restricts: { uploads: row.uploadsNeedManagementKey, images: row.imagesNeedManagementKey },
    disabledTools: row.disabledServerTools ?? [],
    contentLogging: {
      isEnabled: row.isObservabilityIoLoggingEnabled,
      keyIds: row.ioLoggingApiKeyIds,
      samplingRate: row.ioLoggingSamplingRate,
      keepsFailures: row.ioLoggingKeepsFailedRequests,
    },
  };
}

/** Returns an organization's workspaces with every setting, the default one first, then by name. */
export async function listWorkspaces(queries: Queries, organizationId: string): Promise<WorkspaceRow[]> {
  const rows = await queries.select().from(workspace).where(eq(workspace.organizationId, organizationId));
  return rows.sort(compareWorkspaces);
}

export async function findWorkspace(
  queries: Queries,
  organizationId: string,
  id: string,
): Promise<WorkspaceRow | undefined> {
  const [row] = await queries.select().from(workspace).where(hasId(organizationId, id));
  return row;
}

/** Adds a workspace. Returns undefined if the organization already has one with this slug. */
export async function insertWorkspace(queries: Queries, values: NewWorkspace): Promise<WorkspaceRow | undefined> {
  const [row] = await queries.insert(workspace).values(values).onConflictDoNothing().returning();
  return row;
}

/** Changes a workspace. Returns undefined if another workspace of the organization has the new slug. */
export async function updateWorkspace(
  queries: Queries,
  organizationId: string,
  id: string,
  changes: WorkspaceChanges,
): Promise<WorkspaceRow | undefined> {
  const { slug } = changes;
  const slugIsFree =
    slug === undefined
      ? undefined
      : sql`not exists (select from ${workspace} as other where other.organization_id = ${organizationId} and other.slug = ${slug} and other.id <> ${id})`;
  const [row] = await queries
    .update(workspace)
    .set({ ...changes, updatedAt: new Date() })
    .where(and(hasId(organizationId, id), slugIsFree))
    .returning();
  return row;
}

/** Deletes a workspace. Returns false and deletes nothing if it is the default workspace or has active keys. */
export async function deleteWorkspace(queries: Queries, organizationId: string, id: string): Promise<boolean> {
  const active = queries.select({ id: apiKey.id }).from(apiKey).where(activeIn(id));
  const where = and(hasId(organizationId, id), eq(workspace.isDefault, false), notExists(active));
  return (await queries.delete(workspace).where(where).returning({ id: workspace.id })).length > 0;
}

/** Returns the condition for a workspace's active keys. */
export function activeIn(workspaceId: string) {
  return and(eq(apiKey.workspaceId, workspaceId), isActive());
}

/** Returns the condition for an active key. */
export function isActive() {
  return and(eq(apiKey.disabled, false), or(isNull(apiKey.expiresAt), gt(apiKey.expiresAt, sql`now()`)));
}

function hasId(organizationId: string, id: string) {
  return and(eq(workspace.organizationId, organizationId), eq(workspace.id, id));
}

/** Returns the members of every workspace. */
export function loadWorkspaceMembers(
  queries: Queries,
): Promise<{ workspaceId: string; userId: string; isByHand: boolean }[]> {
  const { workspaceId, userId, isByHand } = workspaceMember;
  return queries.select({ workspaceId, userId, isByHand }).from(workspaceMember);
}

/**
 * Returns the organization's default workspace, creating it if there is none. Safe when several processes start at
 * once.
 */
export async function ensureDefaultWorkspace(queries: Queries, organizationId: string): Promise<WorkspaceRecord> {
  const found = await findDefault(queries, organizationId);
  if (found) return found;
  await queries
    .insert(workspace)
    .values({ organizationId, name: "Default", slug: "default", isDefault: true })
    .onConflictDoNothing();
  return (await findDefault(queries, organizationId)) as WorkspaceRecord;
}

async function findDefault(queries: Queries, organizationId: string): Promise<WorkspaceRecord | undefined> {
  const all = await loadWorkspaces(queries);
  return all.find((one) => one.organizationId === organizationId && one.isDefault);
}
