import { handle } from "#server/http/handle.ts";
import { callMcp } from "#server/operations/mcp/call-mcp.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(callMcp);
