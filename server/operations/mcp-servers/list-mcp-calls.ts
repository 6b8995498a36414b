import { listMcpCalls as endpoint } from "#lib/contract/mcp-servers.ts";
import { recentMcpCalls } from "#server/data/mcp-calls.ts";
import { operation } from "#server/http/operation.ts";
import { requireMcpServer } from "./require-mcp-server.ts";

const DAYS = 7;
const DAY_MS = 86_400_000;
const MOST_CALLS = 100;

export const listMcpCalls = operation(endpoint)(async (gateway, { principal, params }) => {
  const { workspaceId, slug } = await requireMcpServer(gateway, principal, params.id);
  const since = new Date(gateway.now() - DAYS * DAY_MS);
  const rows = await recentMcpCalls(gateway.database.queries, workspaceId, slug, since, MOST_CALLS);
  return {
    data: rows.map((row) => ({
      generation_id: row.generationId,
      created_at: row.createdAt.toISOString(),
      tool: row.tool,
      is_error: row.isError,
      latency: row.durationMs,
      by_model: row.operation !== "callMcp",
      api_key_name: (row.keyHash && gateway.keys.find(row.keyHash)?.name) ?? null,
    })),
  };
});
