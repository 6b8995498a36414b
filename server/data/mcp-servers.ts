import { and, asc, count, eq, sql } from "drizzle-orm";
import type { Database, Queries, Transaction } from "./database.ts";
import { mcpServer } from "./schema/mcp-servers.ts";
import { workspace } from "./schema/workspaces.ts";

/** A tool's definition from its server. `hash`: SHA-256 of the definition and the name. */
export type ToolDefinition = {
  title: string | null;
  description: string;
  inputSchema: Record<string, unknown>;
  hash: string;
};

/** A tool of a registered server. */
export type StoredTool = {
  name: string;
  enabled: boolean;
  approval: "always" | "never";
  /** The server's current definition; null: the server no longer lists the tool. */
  listed: ToolDefinition | null;
  /** The last approved definition; null: never approved. */
  pinned: ToolDefinition | null;
  reviewedAt: string | null;
};

export type McpServerRow = Omit<typeof mcpServer.$inferSelect, "tools"> & { tools: StoredTool[] };
export type NewMcpServer = Omit<typeof mcpServer.$inferInsert, "tools"> & { id: string; tools: StoredTool[] };
export type McpServerChanges = Partial<Omit<McpServerRow, "id" | "workspaceId" | "slug" | "createdAt">>;

/**
 * Adds a server. Returns undefined, and adds nothing, if the slug is taken; `full` if the workspace has `most` servers.
 */
export async function insertMcpServer(
  queries: Transaction,
  values: NewMcpServer,
  most: number,
): Promise<McpServerRow | "full" | undefined> {
  const { workspaceId } = values;
  await queries.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`mcp_servers:${workspaceId}`}, 0))`);
  const [found] = await queries
    .select({ count: count() })
    .from(mcpServer)
    .where(eq(mcpServer.workspaceId, workspaceId));
  if ((found?.count ?? 0) >= most) return "full";
  const [row] = await queries.insert(mcpServer).values(values).onConflictDoNothing().returning();
  return row as McpServerRow | undefined;
}

/** Returns a server of one organization; undefined for another's. */
export async function findMcpServer(
  queries: Queries,
  organizationId: string,
  id: string,
): Promise<McpServerRow | undefined> {
  const [found] = await queries
    .select({ row: mcpServer })
    .from(mcpServer)
    .innerJoin(workspace, eq(workspace.id, mcpServer.workspaceId))
    .where(and(eq(mcpServer.id, id), eq(workspace.organizationId, organizationId)));
  return found?.row as McpServerRow | undefined;
}

/** Returns the current server and locks it against changes by others until the transaction ends. */
export async function lockMcpServer(
  queries: Transaction,
  workspaceId: string,
  id: string,
): Promise<McpServerRow | undefined> {
  const [row] = await queries.select().from(mcpServer).where(hasId(workspaceId, id)).for("update");
  return row as McpServerRow | undefined;
}

/** Returns a page of a workspace's servers by slug, and their total number. */
export async function listMcpServers(queries: Queries, workspaceId: string, offset: number, limit: number) {
  const where = eq(mcpServer.workspaceId, workspaceId);
  const rows = await queries
    .select()
    .from(mcpServer)
    .where(where)
    .orderBy(asc(mcpServer.slug))
    .limit(limit)
    .offset(offset);
  const [total] = await queries.select({ count: count() }).from(mcpServer).where(where);
  return { rows: rows as McpServerRow[], total: total?.count ?? 0 };
}

/** Returns every server of every workspace, for the directory in memory. */
export async function loadMcpServers(queries: Queries): Promise<McpServerRow[]> {
  return (await queries.select().from(mcpServer)) as McpServerRow[];
}

/** Changes a server. Returns undefined if it is gone. */
export async function updateMcpServer(
  queries: Queries,
  workspaceId: string,
  id: string,
  changes: McpServerChanges,
): Promise<McpServerRow | undefined> {
  const [row] = await queries
    .update(mcpServer)
    .set({ ...changes, updatedAt: new Date() })
    .where(hasId(workspaceId, id))
    .returning();
  return row as McpServerRow | undefined;
}

/** How long one process may take to refresh tokens before another one tries. */
const REFRESH_SECONDS = 60;

/**
 * Returns whether this process may refresh the tokens that it has read: no other process is refreshing them or has done
 * so since.
 */
export async function claimRefresh(
  queries: Queries,
  { workspaceId, id, sealedOauth }: Pick<McpServerRow, "workspaceId" | "id" | "sealedOauth">,
): Promise<boolean> {
  const isFree = sql`coalesce(${mcpServer.refreshUntil} < now(), true)`;
  const rows = await queries
    .update(mcpServer)
    .set({ refreshUntil: sql`now() + interval '${sql.raw(String(REFRESH_SECONDS))} s'` })
    .where(and(hasId(workspaceId, id), eq(mcpServer.sealedOauth, sealedOauth ?? ""), isFree))
    .returning({ id: mcpServer.id });
  return rows.length > 0;
}

/** Lets another process refresh the tokens after this one has failed. */
export async function endRefresh(queries: Queries, { workspaceId, id }: McpServerRow): Promise<void> {
  await queries.update(mcpServer).set({ refreshUntil: null }).where(hasId(workspaceId, id));
}

/** Returns the stored sealed OAuth state of a server; null if it has none or is gone. */
export async function readOauth(queries: Queries, { workspaceId, id }: McpServerRow): Promise<string | null> {
  const [row] = await queries
    .select({ sealedOauth: mcpServer.sealedOauth })
    .from(mcpServer)
    .where(hasId(workspaceId, id));
  return row?.sealedOauth ?? null;
}

/** Replaces the sealed OAuth state if it is still the one that was read: a user may have revoked it in the meantime. */
export async function replaceOauth(
  queries: Queries,
  workspaceId: string,
  id: string,
  before: string,
  sealedOauth: string,
): Promise<void> {
  await queries
    .update(mcpServer)
    .set({ sealedOauth, refreshUntil: null })
    .where(and(hasId(workspaceId, id), eq(mcpServer.sealedOauth, before)));
}

/** Deletes a server. Returns false if it is gone. */
export async function deleteMcpServer(queries: Queries, workspaceId: string, id: string): Promise<boolean> {
  const rows = await queries.delete(mcpServer).where(hasId(workspaceId, id)).returning({ id: mcpServer.id });
  return rows.length > 0;
}

/**
 * Replaces the sealed parts of every server, all or none; where `reseal` returns undefined they are unchanged. Returns
 * the number of replaced ones, and the ids of the unchanged ones.
 */
export function resealMcpServers(
  database: Database,
  reseal: (id: string, sealed: string) => string | undefined,
): Promise<{ sealed: number; unopened: string[] }> {
  return database.queries.transaction(async (queries) => {
    const { id, sealedHeaders, sealedOauth } = mcpServer;
    const rows = await queries.select({ id, sealedHeaders, sealedOauth }).from(mcpServer).for("update");
    const unopened: string[] = [];
    for (const row of rows) {
      const headers = reseal(row.id, row.sealedHeaders);
      const oauth = row.sealedOauth === null ? null : reseal(row.id, row.sealedOauth);
      if (headers === undefined || oauth === undefined) unopened.push(row.id);
      else {
        const fresh = { sealedHeaders: headers, sealedOauth: oauth };
        await queries.update(mcpServer).set(fresh).where(eq(mcpServer.id, row.id));
      }
    }
    return { sealed: rows.length - unopened.length, unopened };
  });
}

function hasId(workspaceId: string, id: string) {
  return and(eq(mcpServer.workspaceId, workspaceId), eq(mcpServer.id, id));
}
