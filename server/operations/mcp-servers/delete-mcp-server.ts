import { deleteMcpServer as endpoint } from "#lib/contract/mcp-servers.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { deleteMcpServer as deleteRow } from "#server/data/mcp-servers.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { targetOf, toAuditServer } from "./mcp-server-records.ts";
import { publishMcpServers } from "./publish-mcp-servers.ts";
import { requireMcpServer } from "./require-mcp-server.ts";

export const deleteMcpServer = operation(endpoint)(async (gateway, call) => {
  const row = await requireMcpServer(gateway, call.principal, call.params.id);
  const { id, workspaceId } = row;
  await gateway.database.queries.transaction(async (queries) => {
    if (!(await deleteRow(queries, workspaceId, id))) throw new HttpError(404, "MCP server not found");
    const before = toAuditServer(gateway, row);
    await recordChange(queries, call, { action: "mcp_server.delete", target: targetOf(row), before, workspaceId });
  });
  await publishMcpServers(gateway);
  return { deleted: true as const };
});
