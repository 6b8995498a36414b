import type { JSONSchema7 } from "@ai-sdk/provider";
import type { Principal } from "#server/caller/principal.ts";
import type { McpServerRow, ToolDefinition } from "#server/data/mcp-servers.ts";
import { invalid } from "#server/dialects/read-field.ts";
import { serverFunction } from "#server/dialects/server-call.ts";
import { upstreamFetch } from "#server/providers/exchange/http.ts";
import type { PipelineGateway } from "../../pipeline-gateway.ts";
import { permitsTool } from "../check-tools.ts";
import type { ServerTool } from "../server-tool.ts";
import { connectMcp, type McpConnection, McpFailure } from "./mcp-connection.ts";
import type { McpRequest } from "./mcp-request.ts";
import { connectRegistered } from "./read-listing.ts";

/** An MCP server that is connected, with the tools that the request may use. */
export type OpenServer = { tools: ServerTool[]; notes: string[]; close(): Promise<void> };

/**
 * Connects to the server that a request names. Offers only the tools that the caller's key and guardrails allow, and
 * of a registered server only those that have not changed since they were approved. Rejects with HttpError 400 if
 * the server fails or is unknown.
 */
export async function openServer(
  gateway: PipelineGateway,
  caller: Principal,
  request: McpRequest,
  signal: AbortSignal,
): Promise<OpenServer> {
  const row = registeredServer(gateway, caller, request);
  const connection = await connect(gateway, request, row, signal);
  const offered = row ? approvedTools(row, connection) : connection.tools;
  const { server } = request;
  const place = "slug" in server ? server.slug : new URL(server.url).hostname;
  const tools = [...offered].filter(([name]) => request.allows(name) && permitsTool(gateway, caller, place, name));
  return {
    tools: tools.map(([name, definition]) => toolOf(request, row, connection, name, definition)),
    notes: row ? waiting(row, connection) : [],
    close: () => connection.close(),
  };
}

/** Throws 400 for a server that the workspace has not registered, before any server is contacted. */
export function requireRegistered(gateway: PipelineGateway, caller: Principal, requests: readonly McpRequest[]): void {
  for (const request of requests) registeredServer(gateway, caller, request);
}

/** Returns the registered server that a request names; undefined for one that it names by URL. */
function registeredServer(
  { mcpServers }: PipelineGateway,
  { workspaceId }: Principal,
  { server, path }: McpRequest,
): McpServerRow | undefined {
  if (!("slug" in server)) return undefined;
  const row = mcpServers.find(workspaceId, server.slug);
  if (row?.enabled) return row;
  throw invalid(path, `this workspace has no MCP server ${server.slug}; name it by its URL, or register it`);
}

async function connect(
  gateway: PipelineGateway,
  { server, path }: McpRequest,
  row: McpServerRow | undefined,
  signal: AbortSignal,
): Promise<McpConnection> {
  try {
    if (row) return await connectRegistered(gateway, row, signal);
    const limits = { callTimeoutMs: gateway.environment.SERVER_TOOL_TIMEOUT_MS };
    const target = server as { url: string; headers: Record<string, string> };
    return await connectMcp(target, upstreamFetch(gateway.allowedEgress), signal, limits);
  } catch (thrown) {
    throw thrown instanceof McpFailure ? invalid(path, `the MCP server ${thrown.message}`) : thrown;
  }
}

/** Returns the tools that are enabled and have not changed since they were approved. */
export function approvedTools(
  { tools }: McpServerRow,
  { tools: listed }: Pick<McpConnection, "tools">,
): Map<string, ToolDefinition> {
  const offered = new Map<string, ToolDefinition>();
  for (const { name, enabled, pinned } of tools) {
    const definition = listed.get(name);
    const isApproved = definition !== undefined && definition.hash === pinned?.hash;
    if (isApproved && enabled) offered.set(name, definition);
  }
  return offered;
}

/** Tells the caller why one of the server's tools is missing. */
function waiting({ slug, tools }: McpServerRow, { tools: listed }: McpConnection): string[] {
  const pinned = new Map(tools.map((tool) => [tool.name, tool.pinned?.hash]));
  const names = [...listed].filter(([name, { hash }]) => pinned.get(name) !== hash).map(([name]) => name);
  return names.length > 0 ? [`tools of ${slug}: dropped (${names.length} new or changed, waiting for a review)`] : [];
}

function toolOf(
  { label, server, asks }: McpRequest,
  row: McpServerRow | undefined,
  { call }: McpConnection,
  name: string,
  { description, inputSchema }: ToolDefinition,
): ServerTool {
  const approval = row?.tools.find((tool) => tool.name === name)?.approval;
  return {
    server: label,
    ...("slug" in server ? { slug: server.slug } : { url: server.url }),
    name,
    functionName: serverFunction(label, name),
    description,
    inputSchema: inputSchema as JSONSchema7,
    asks: approval === "always" || asks(name),
    run: (input, signal) => call(name, input, signal),
  };
}
