import { getMcpServer as endpoint } from "#lib/contract/mcp-servers.ts";
import { operation } from "#server/http/operation.ts";
import { mcpServerRecord } from "./mcp-server-records.ts";
import { requireMcpServer } from "./require-mcp-server.ts";

export const getMcpServer = operation(endpoint)(async (gateway, { principal, params }) => {
  return { data: mcpServerRecord(gateway, await requireMcpServer(gateway, principal, params.id)) };
});
