import type { McpServerRow } from "#server/data/mcp-servers.ts";
import type { PipelineGateway } from "../../pipeline-gateway.ts";

/** Returns the headers of a registered server; undefined if they were sealed with an unknown secret. */
export function openHeaders(
  { mcpVault }: Pick<PipelineGateway, "mcpVault">,
  { id, sealedHeaders }: Pick<McpServerRow, "id" | "sealedHeaders">,
): Record<string, string> | undefined {
  const text = mcpVault.open(sealedHeaders, id);
  return text === undefined ? undefined : (JSON.parse(text) as Record<string, string>);
}
