import { handle } from "#server/http/handle.ts";
import { refreshMcpServer } from "#server/operations/mcp-servers/refresh-mcp-server.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(refreshMcpServer);
