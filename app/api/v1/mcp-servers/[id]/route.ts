import { handle } from "#server/http/handle.ts";
import { deleteMcpServer } from "#server/operations/mcp-servers/delete-mcp-server.ts";
import { getMcpServer } from "#server/operations/mcp-servers/get-mcp-server.ts";
import { updateMcpServer } from "#server/operations/mcp-servers/update-mcp-server.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(deleteMcpServer, getMcpServer, updateMcpServer);
