import { announce } from "#server/data/changes.ts";
import type { Gateway } from "#server/gateway.ts";

/** Applies changes of MCP servers starting with the next call, in every process. */
export async function publishMcpServers({ mcpServers, database }: Gateway): Promise<void> {
  await mcpServers.refresh();
  await announce(database, "mcp-servers");
}
