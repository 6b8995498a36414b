import { sql } from "drizzle-orm";
import type { Queries } from "./database.ts";

/** A call of a tool, by a model or by a client of our own MCP endpoint. */
export type McpCallRow = {
  generationId: string;
  createdAt: Date;
  keyHash: string | null;
  operation: string;
  tool: string;
  isError: boolean;
  durationMs: number;
};

/**
 * Returns the latest calls of a registered server's tools, newest first, since a time: the query reads all rows of the
 * workspace since then.
 */
export async function recentMcpCalls(
  queries: Queries,
  workspaceId: string,
  slug: string,
  since: Date,
  limit: number,
): Promise<McpCallRow[]> {
  const step = JSON.stringify([{ tools: [{ slug }] }]);
  const { rows } = await queries.execute(sql`
    select generation.id as "generationId", created_at as "createdAt", key_hash as "keyHash", operation,
      tool->>'name' as tool, (tool->>'isError')::boolean as "isError", (tool->>'durationMs')::int as "durationMs"
    from generation
      cross join lateral jsonb_array_elements(steps) as step
      cross join lateral jsonb_array_elements(step->'tools') as tool
    where workspace_id = ${workspaceId} and created_at >= ${since.toISOString()}::timestamptz
      and steps @> ${step}::jsonb and tool->>'slug' = ${slug}
    order by created_at desc, generation.id
    limit ${limit}`);
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt as string) })) as McpCallRow[];
}
