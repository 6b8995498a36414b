import type { Principal } from "#server/caller/principal.ts";
import type { McpServerRow, ToolDefinition } from "#server/data/mcp-servers.ts";
import { toolTexts } from "#server/dialects/request/definition-texts.ts";
import type { Guard } from "#server/guardrails/guard.ts";
import { guardSlots } from "../../guard/guard-slots.ts";
import type { PipelineGateway } from "../../pipeline-gateway.ts";
import { jsonCopy } from "../../streaming/json-copy.ts";
import { permitsTool } from "../check-tools.ts";
import { statusOf } from "../mcp/tool-listing.ts";
import { endpointName } from "./tool-names.ts";

/** A registered server's tool as offered by our own MCP endpoint. */
export type PermittedTool = { name: string; server: McpServerRow; tool: string; definition: ToolDefinition };

/** Returns the tools that a caller may use without approval of single calls, in the order of their servers. */
export function permittedTools(gateway: PipelineGateway, caller: Principal): PermittedTool[] {
  const disabled = gateway.accounts.workspaceNow(caller.workspaceId)?.disabledTools ?? [];
  if (disabled.includes("mcp")) return [];
  return gateway.mcpServers
    .list(caller.workspaceId)
    .filter(({ enabled }) => enabled)
    .flatMap((server) =>
      server.tools.flatMap(({ name: tool, enabled, approval, pinned, listed }): PermittedTool[] => {
        const isOffered = enabled && approval === "never" && statusOf({ listed, pinned }) === "approved";
        if (!isOffered || !pinned || !permitsTool(gateway, caller, server.slug, tool)) return [];
        return [{ name: endpointName(server.slug, tool), server, tool, definition: pinned }];
      }),
    );
}

/** Returns the tools as a client sees them. A tool whose definition a guardrail blocks is left out. */
export async function toolsForCaller(tools: readonly PermittedTool[], guard: Guard | undefined) {
  const shown = await Promise.all(tools.map((tool) => shownTool(tool, guard)));
  return shown.flatMap((tool) => tool ?? []);
}

async function shownTool({ name, definition }: PermittedTool, guard: Guard | undefined) {
  const { title, description } = definition;
  const said = { description, parameters: jsonCopy(definition.inputSchema) };
  if (guard && !(await guardSlots(guard, toolTexts([said], "tools")))) return undefined;
  const inputSchema = { ...said.parameters, type: "object" as const };
  return { name, ...(title && { title }), description: said.description, inputSchema };
}
