import {
  SERVER_TOOL_SETTINGS,
  SERVER_TOOLS,
  type ServerToolName,
  type StopCondition,
  TOOL_PREFIX,
} from "#lib/contract/server-tools.ts";
import type { Body, Dialect } from "#server/dialects/dialect.ts";
import { invalid, isRecord, recordsOf, textOf } from "#server/dialects/read-field.ts";
import type { Candidate } from "../planning/candidate.ts";
import { type McpRequest, mcpOfMessages, mcpOfTool } from "./mcp/mcp-request.ts";

/** The server tools that a request names, and when to stop running them. */
export type RequestedTools = {
  /** The request body without them. */
  rest: Body;
  own: readonly OwnRequest[];
  mcp: readonly McpRequest[];
  stop: readonly StopCondition[] | undefined;
  /** The most calls of server tools in the response. */
  maxCalls: number;
};

/** A tool of the gateway's own with its settings. */
export type OwnRequest = { name: ServerToolName; settings: Body };

/** The most calls of server tools in one response, as in the Responses API. */
const MOST_CALLS = 30;

/**
 * Returns the server tools in a request body; undefined if there are none. A search of the web is left to the provider.
 * Throws HttpError 400 that names the field for an unknown tool or setting.
 */
export function requestedTools(dialect: Dialect["id"], body: Body): RequestedTools | undefined {
  if (!mayHave(dialect, body)) return undefined;
  const own: OwnRequest[] = pluginsOf(body).map(({ id: _, enabled: __, ...settings }, index) =>
    ownTool("web_fetch", { parameters: settings }, `plugins[${index}]`),
  );
  const mcp: McpRequest[] = dialect === "messages" ? mcpOfMessages(body) : [];
  const left = recordsOf(body.tools).filter((tool, index) => {
    const type = textOf(tool.type) ?? "";
    const name = TOOL_PREFIX.test(type) ? type.replace(TOOL_PREFIX, "") : undefined;
    if (name === "web_search") return true;
    if (name !== undefined) own.push(ownTool(name, tool, `tools[${index}]`));
    else if (type === "mcp" && dialect !== "messages") mcp.push(mcpOfTool(tool, `tools[${index}]`));
    else if (type !== "mcp_toolset") return true;
    return false;
  });
  if (own.length === 0 && mcp.length === 0) return undefined;
  const { mcp_servers: _, ...fields } = body;
  const rest = { ...fields, ...(body.tools !== undefined && { tools: left }) };
  if (left.length === 0) delete rest.tools;
  return { rest, own, mcp, stop: stopOf(body), maxCalls: mostCalls(body) };
}

/** Providers that call MCP servers themselves, by the dialect in which the request reaches them unchanged. */
const WITH_MCP: Partial<Record<Dialect["id"], string>> = { responses: "openai", messages: "anthropic" };

/**
 * Returns whether the candidate's provider runs all of these tools itself. It does not know calls that the gateway ran
 * in earlier turns, and would run each tool of a server, so it does not if guardrails list tools (`limitsMcp`).
 */
export function runsServerTools(
  { own, rest }: RequestedTools,
  dialect: Dialect["id"],
  { provider }: Candidate,
  limitsMcp: boolean,
): boolean {
  return !limitsMcp && own.length === 0 && provider.id === WITH_MCP[dialect] && !hasOwnCalls(rest);
}

/** The vendors' ids of such calls. */
const VENDOR_ID = /^(?:mcptoolu_|mcp_(?!gen-))/;

function hasOwnCalls({ messages, input }: Body): boolean {
  const items = [...recordsOf(messages).flatMap(({ content }) => recordsOf(content)), ...recordsOf(input)];
  return items.some(({ type, id }) => (type === "mcp_tool_use" || type === "mcp_call") && !VENDOR_ID.test(String(id)));
}

function mayHave(dialect: Dialect["id"], { tools, plugins, mcp_servers: servers }: Body): boolean {
  if (dialect === "messages" && Array.isArray(servers) && servers.length > 0) return true;
  if (plugins && pluginsOf({ plugins }).length > 0) return true;
  return Array.isArray(tools) && tools.some((tool) => isRecord(tool) && isServerType(tool.type));
}

/** Returns the plugins that are server tools by another name. */
function pluginsOf({ plugins }: Body): readonly Body[] {
  return recordsOf(plugins).filter(({ id, enabled }) => id === "web-fetch" && enabled !== false);
}

function isServerType(type: unknown): boolean {
  return typeof type === "string" && (type === "mcp" || TOOL_PREFIX.test(type));
}

function ownTool(name: string, { parameters }: Body, path: string): OwnRequest {
  const known = SERVER_TOOLS.find((tool) => tool === name);
  if (!known)
    throw invalid(`${path}.type`, `unknown server tool; known are ${["web_search", ...SERVER_TOOLS].join(", ")}`);
  const read = SERVER_TOOL_SETTINGS[known].safeParse(parameters ?? {});
  if (read.success) return { name: known, settings: read.data };
  const [issue] = read.error.issues;
  throw invalid([`${path}.parameters`, ...(issue?.path ?? [])].join("."), issue?.message ?? "invalid");
}

/** The contract has checked the conditions. */
function stopOf({ stop_server_tools_when: stop }: Body): readonly StopCondition[] | undefined {
  return Array.isArray(stop) ? (stop as StopCondition[]) : undefined;
}

function mostCalls({ max_tool_calls: asked }: Body): number {
  return typeof asked === "number" ? Math.min(asked, MOST_CALLS) : MOST_CALLS;
}
