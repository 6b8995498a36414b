import { getMcpServer as endpoint } from "#lib/contract/mcp-servers.ts";
import { operation } from "#server/http/operation.ts";
import { mcpServerInReach } from "./mcp-server-in-reach.ts";
import { mcpServerRecord } from "./mcp-server-records.ts";

export const getMcpServer = operation(endpoint)(async (gateway, { principal, params }) => {
  return { data: mcpServerRecord(gateway, await mcpServerInReach(gateway, principal, params.id)) };
});
