import { listMcpServers as endpoint } from "#lib/contract/mcp-servers.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import { listMcpServers as listRows } from "#server/data/mcp-servers.ts";
import { operation } from "#server/http/operation.ts";
import { mcpServerRecord } from "./mcp-server-records.ts";

export const listMcpServers = operation(endpoint)(async (gateway, { principal, query }) => {
  const workspaceId = await requireWorkspace(gateway, principal, query.workspace_id);
  const { rows, total } = await listRows(gateway.database.queries, workspaceId, query.offset, query.limit);
  return { data: rows.map((row) => mcpServerRecord(gateway, row)), total_count: total };
});
