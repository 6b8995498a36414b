import { handle } from "#server/http/handle.ts";
import { createMcpServer } from "#server/operations/mcp-servers/create-mcp-server.ts";
import { listMcpServers } from "#server/operations/mcp-servers/list-mcp-servers.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(createMcpServer, listMcpServers);
