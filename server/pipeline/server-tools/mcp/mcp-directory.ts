import type { Queries } from "#server/data/database.ts";
import { loadMcpServers, type McpServerRow } from "#server/data/mcp-servers.ts";
import { loadNow } from "#server/data/recall.ts";

/** The registered MCP servers of all workspaces in memory. */
export type McpDirectory = {
  find(workspaceId: string, slug: string): McpServerRow | undefined;
  /** Returns the servers of a workspace, by slug. */
  list(workspaceId: string): readonly McpServerRow[];
  /** Reloads the servers after a change. */
  refresh(): Promise<void>;
};

export async function createMcpDirectory(queries: Queries, recall = loadNow): Promise<McpDirectory> {
  let servers = new Map<string, McpServerRow[]>();
  const list = (workspaceId: string) => servers.get(workspaceId) ?? [];
  const directory: McpDirectory = {
    list,
    find: (workspaceId, slug) => list(workspaceId).find((server) => server.slug === slug),
    async refresh() {
      const rows = [...(await recall("mcp-servers", () => loadMcpServers(queries)))];
      rows.sort((one, other) => (one.slug < other.slug ? -1 : 1));
      servers = Map.groupBy(rows, ({ workspaceId }) => workspaceId);
    },
  };
  await directory.refresh();
  return directory;
}
