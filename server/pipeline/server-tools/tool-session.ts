import { toolTexts } from "#server/dialects/request/definition-texts.ts";
import { requestRefusal } from "../guard/guard-refusal.ts";
import { guardSlots } from "../guard/guard-slots.ts";
import { jsonCopy } from "../streaming/json-copy.ts";
import type { TextCall } from "../text-call.ts";
import type { Loop } from "./loop.ts";
import type { McpRequest } from "./mcp/mcp-request.ts";
import { openServer } from "./mcp/open-server.ts";
import type { EngineSetup } from "./search/engine-setup.ts";
import type { ServerTool } from "./server-tool.ts";
import { datetimeTool } from "./tools/datetime.ts";
import { fileSearchTool } from "./tools/file-search.ts";
import { imageTool } from "./tools/image-generation.ts";
import { speechTool } from "./tools/speech.ts";
import { webFetchTool } from "./tools/web-fetch.ts";
import { webSearchTool } from "./tools/web-search.ts";
import type { ToolsAt } from "./tools-at.ts";

/** The server tools of one response, ready to be called. */
export type ToolSession = {
  tools: readonly ServerTool[];
  /** What the caller should know about servers, for the notes of the request. */
  notes: readonly string[];
  close(): Promise<void>;
};

/**
 * Connects to the MCP servers of a request and returns all its server tools. Rejects with HttpError 400 if a server
 * fails, and with the guardrail's 403 if one blocks the text of a tool's definition.
 */
export async function openToolSession(loop: Loop): Promise<ToolSession> {
  const { call } = loop.ledgerCall;
  const { own, mcp, rest } = loop.requested;
  const { signal } = loop.attempt.timeouts.stopper;
  const open = (request: McpRequest) => openServer(call.gateway, call.principal, request, signal);
  const connecting = await Promise.allSettled(mcp.map(open));
  const servers = connecting.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const close = async () => void (await Promise.allSettled(servers.map((server) => server.close())));
  try {
    const failure = connecting.find((one) => one.status === "rejected");
    if (failure) throw failure.reason;
    const remote = servers.flatMap(({ tools }) => tools);
    await guardDefinitions(call, remote);
    const taken = new Set(callersFunctions(rest));
    const tools = [...own.map((one) => ownTool(loop, one)), ...remote].map((tool) => withUniqueName(tool, taken));
    return { tools, notes: servers.flatMap(({ notes }) => notes), close };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

function ownTool(loop: Loop, request: ToolsAt["own"][number]): ServerTool {
  const { gateway } = loop.ledgerCall.call;
  switch (request.name) {
    case "datetime":
      return datetimeTool(request, gateway.now);
    case "web_fetch":
      return webFetchTool(request, gateway.publicEgress);
    case "web_search":
      return webSearchTool(gateway, request, request.setup as EngineSetup);
    case "image_generation":
      return imageTool(loop, request);
    case "speech":
      return speechTool(loop, request);
    case "file_search":
      return fileSearchTool(loop, request);
  }
}

/** The caller's own functions keep their names. */
function withUniqueName(tool: ServerTool, taken: Set<string>): ServerTool {
  let functionName = tool.functionName;
  while (taken.has(functionName)) functionName = `${tool.server}__${functionName}`;
  taken.add(functionName);
  return { ...tool, functionName };
}

function callersFunctions({ tools }: ToolsAt["rest"]): string[] {
  if (!Array.isArray(tools)) return [];
  return tools.flatMap((tool) => [tool?.name, tool?.function?.name].filter((name) => typeof name === "string"));
}

/** The definitions of an MCP server reach the model like any text of the request. */
async function guardDefinitions({ guard }: TextCall, tools: ServerTool[]): Promise<void> {
  if (!guard || tools.length === 0) return;
  const definitions = tools.map(({ description, inputSchema }) => ({ description, parameters: jsonCopy(inputSchema) }));
  if (!(await guardSlots(guard, toolTexts(definitions, "tools")))) throw requestRefusal(guard);
  for (const [index, tool] of tools.entries()) {
    const { description = "", parameters } = definitions[index] ?? {};
    Object.assign(tool, { description, inputSchema: parameters });
  }
}
