import { handle } from "#server/http/handle.ts";
import { reviewMcpServer } from "#server/operations/mcp-servers/review-mcp-server.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(reviewMcpServer);
