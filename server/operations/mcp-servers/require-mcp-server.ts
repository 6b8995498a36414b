import { coversWorkspace } from "#server/auth/key-scopes.ts";
import type { Principal } from "#server/caller/principal.ts";
import { findMcpServer, type McpServerRow } from "#server/data/mcp-servers.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";

/** Returns a server of the caller's organization. Throws 404 for any other. */
export async function requireMcpServer({ database }: Gateway, principal: Principal, id: string): Promise<McpServerRow> {
  const row = await findMcpServer(database.queries, principal.organizationId, id);
  return requireMcpServerRow(row && coversWorkspace(principal, row.workspaceId) ? row : undefined);
}

/** Throws 404 if the server is gone. */
export function requireMcpServerRow(row: McpServerRow | undefined): McpServerRow {
  if (!row) throw new HttpError(404, "MCP server not found");
  return row;
}
