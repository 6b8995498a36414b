import { handle } from "#server/http/handle.ts";
import { listMcpCalls } from "#server/operations/mcp-servers/list-mcp-calls.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(listMcpCalls);
