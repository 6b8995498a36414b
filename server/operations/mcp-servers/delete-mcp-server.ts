import { deleteMcpServer as endpoint } from "#lib/contract/mcp-servers.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { deleteMcpServer as deleteRow } from "#server/data/mcp-servers.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { changedMcpServers } from "./changed-mcp-servers.ts";
import { mcpServerInReach } from "./mcp-server-in-reach.ts";
import { auditedServer, targetOf } from "./mcp-server-records.ts";

export const deleteMcpServer = operation(endpoint)(async (gateway, call) => {
  const row = await mcpServerInReach(gateway, call.principal, call.params.id);
  const { id, workspaceId } = row;
  await gateway.database.queries.transaction(async (queries) => {
    if (!(await deleteRow(queries, workspaceId, id))) throw new HttpError(404, "MCP server not found");
    const before = auditedServer(gateway, row);
    await recordChange(queries, call, { action: "mcp_server.delete", target: targetOf(row), before, workspaceId });
  });
  await changedMcpServers(gateway);
  return { deleted: true as const };
});
