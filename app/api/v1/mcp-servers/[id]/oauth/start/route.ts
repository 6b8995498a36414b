import { handle } from "#server/http/handle.ts";
import { startMcpOauth } from "#server/operations/mcp-servers/start-mcp-oauth.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(startMcpOauth);
