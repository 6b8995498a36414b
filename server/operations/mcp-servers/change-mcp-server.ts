import { type AuditedCall, recordChange } from "#server/audit/record-change.ts";
import { lockMcpServer, type McpServerChanges, type McpServerRow, updateMcpServer } from "#server/data/mcp-servers.ts";
import type { Gateway } from "#server/gateway.ts";
import { mcpServerRecord, targetOf, toAuditServer } from "./mcp-server-records.ts";
import { publishMcpServers } from "./publish-mcp-servers.ts";
import { requireMcpServerRow } from "./require-mcp-server.ts";

/**
 * Changes a server and writes the audit entry in the same transaction. `changesOf` gets the current server. Throws 404
 * if it is gone. Returns its API record.
 */
export async function changeMcpServer(
  gateway: Gateway,
  call: AuditedCall,
  { workspaceId, id }: McpServerRow,
  action: string,
  changesOf: (before: McpServerRow) => McpServerChanges,
) {
  const row = await gateway.database.queries.transaction(async (queries) => {
    const before = requireMcpServerRow(await lockMcpServer(queries, workspaceId, id));
    const after = requireMcpServerRow(await updateMcpServer(queries, workspaceId, id, changesOf(before)));
    await recordChange(queries, call, {
      action: `mcp_server.${action}`,
      target: targetOf(after),
      before: toAuditServer(gateway, before),
      after: toAuditServer(gateway, after),
      workspaceId,
    });
    return after;
  });
  await publishMcpServers(gateway);
  return mcpServerRecord(gateway, row);
}
