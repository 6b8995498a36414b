import { handle } from "#server/http/handle.ts";
import { revokeMcpOauth } from "#server/operations/mcp-servers/revoke-mcp-oauth.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(revokeMcpOauth);
