import { handle } from "#server/http/handle.ts";
import { finishMcpOauth } from "#server/operations/mcp-servers/finish-mcp-oauth.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(finishMcpOauth);
