import {
  SERVER_TOOL_SETTINGS,
  SERVER_TOOLS,
  type ServerToolName,
  type StopCondition,
} from "#lib/contract/server-tools.ts";
import { isRecord } from "#lib/is-record.ts";
import { TOOL_PREFIX } from "#lib/tool-prefix.ts";
import type { Body, Dialect } from "#server/dialects/dialect.ts";
import { invalid, recordsOf, textOf } from "#server/dialects/read-field.ts";
import { type McpRequest, mcpOfMessages, mcpOfTool } from "./mcp/mcp-request.ts";
import type { EngineSetups } from "./search/engine-setup.ts";
import { isNativeSearch, nativeSearchSettings, type RequestedSearch } from "./search/requested-search.ts";

/** The server tools that a request names, and when to stop running them. */
export type RequestedTools = {
  /** The request body without them. */
  rest: Body;
  own: readonly OwnRequest[];
  mcp: readonly McpRequest[];
  /** Searches of the web, which the provider or the gateway runs. */
  searches: readonly RequestedSearch[];
  stop: readonly StopCondition[] | undefined;
  /** The most calls of server tools in the response. */
  maxCalls: number;
};

/** A tool of the gateway's own with its settings. */
export type OwnRequest = { name: ServerToolName; settings: Body };

/** The most calls of server tools in one response, as in the Responses API. */
const MOST_CALLS = 30;

/**
 * Returns the server tools in a request body; undefined if there are none. Throws HttpError 400 that names the field
 * for an unknown tool or setting, and for a search engine that is not set up.
 */
export function requestedTools(dialect: Dialect["id"], body: Body, engines: EngineSetups): RequestedTools | undefined {
  if (!mayHave(dialect, body)) return undefined;
  const own: OwnRequest[] = [];
  const searches: RequestedSearch[] = [];
  const mcp: McpRequest[] = dialect === "messages" ? mcpOfMessages(body) : [];
  takePlugins(body.plugins, "plugins", own, searches);
  const left = recordsOf(body.tools).filter((tool, index) => {
    const type = textOf(tool.type) ?? "";
    const path = `tools[${index}]`;
    const name = TOOL_PREFIX.test(type) ? type.replace(TOOL_PREFIX, "") : undefined;
    if (name === "web_search") searches.push({ form: "tool", settings: ownTool(name, tool, path).settings, path });
    else if (name !== undefined) own.push(ownTool(name, tool, path));
    else if (type === "mcp" && dialect !== "messages") mcp.push(mcpOfTool(tool, path, dialect === "responses"));
    else if (isNativeSearch(tool)) {
      searches.push({ form: "native", tool, settings: nativeSearchSettings(tool), path });
      return true;
    } else if (type !== "mcp_toolset") return true;
    return false;
  });
  for (const search of searches) checkEngine(search, engines);
  if (own.length === 0 && mcp.length === 0 && searches.length === 0) return undefined;
  const { mcp_servers: _, ...fields } = body;
  const rest = { ...fields, ...(body.tools !== undefined && { tools: left }) };
  if (left.length === 0) delete rest.tools;
  return { rest, own, mcp, searches, stop: stopOf(body), maxCalls: mostCalls(body) };
}

/** Throws HttpError 400 that names the field if a plugin's settings or search engine cannot be used. */
export function checkPlugins(plugins: readonly Body[], field: string, engines: EngineSetups): void {
  const searches: RequestedSearch[] = [];
  takePlugins(plugins, field, [], searches);
  for (const search of searches) checkEngine(search, engines);
}

/** Adds the plugins that are server tools under another name. `field`: their place, for errors. */
function takePlugins(plugins: unknown, field: string, own: OwnRequest[], searches: RequestedSearch[]): void {
  for (const [index, { id, enabled, ...settings }] of recordsOf(plugins).entries()) {
    const path = `${field}[${index}]`;
    if (enabled === false) continue;
    if (id === "web-fetch") own.push(ownTool("web_fetch", { parameters: settings }, path));
    if (id === "web") searches.push({ form: "plugin", settings, path });
  }
}

function checkEngine({ form, settings, path }: RequestedSearch, engines: EngineSetups): void {
  const engine = textOf(settings.engine);
  if (form === "native" || !engine || engine === "auto" || engine === "native" || engines.has(engine)) return;
  const known = ["native", ...engines.keys()].join(", ");
  const field = form === "plugin" ? `${path}.engine` : `${path}.parameters.engine`;
  throw invalid(field, `the search engine ${engine} is not set up; available are ${known}`);
}

function mayHave(dialect: Dialect["id"], { tools, plugins, mcp_servers: servers }: Body): boolean {
  if (dialect === "messages" && Array.isArray(servers) && servers.length > 0) return true;
  if (plugins && recordsOf(plugins).some(isToolPlugin)) return true;
  return Array.isArray(tools) && tools.some((tool) => isRecord(tool) && isServerTool(tool));
}

/** Returns whether a plugin is a server tool under another name. */
function isToolPlugin({ id, enabled }: Body): boolean {
  return (id === "web-fetch" || id === "web") && enabled !== false;
}

function isServerTool(tool: Body): boolean {
  const { type } = tool;
  return typeof type === "string" && (type === "mcp" || TOOL_PREFIX.test(type) || isNativeSearch(tool));
}

/** Fields that clients add to any tool. */
const TOOL_FIELDS = new Set(["type", "parameters", "name", "description", "cache_control"]);

function ownTool(name: string, { parameters, ...fields }: Body, path: string): OwnRequest {
  const known = SERVER_TOOLS.find((tool) => tool === name);
  if (!known) throw invalid(`${path}.type`, `unknown server tool; known are ${SERVER_TOOLS.join(", ")}`);
  // A limit in the wrong place would have no effect.
  const misplaced = Object.keys(fields).find((field) => !TOOL_FIELDS.has(field));
  if (misplaced !== undefined) throw invalid(`${path}.${misplaced}`, "unknown field; settings belong in `parameters`");
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
