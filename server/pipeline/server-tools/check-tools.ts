import { RESTRICTABLE_TOOLS } from "#lib/contract/server-tools.ts";
import { TOOL_PREFIX } from "#lib/tool-prefix.ts";
import type { Principal } from "#server/caller/principal.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { recordsOf, textOf } from "#server/dialects/read-field.ts";
import { HttpError } from "#server/errors.ts";
import type { GuardrailSource, ToolLimits } from "#server/guardrails/effective.ts";
import type { PipelineGateway } from "../pipeline-gateway.ts";

type Offered = { name: string; path: string };

/**
 * Throws HttpError 403 that names the first tool in a body which the workspace disables or a guardrail forbids, whether
 * the gateway or a provider would run it. Single tools of MCP servers are known only once the servers are connected.
 */
export function checkTools({ accounts, guardrails }: Restricting, principal: Principal, body: Body): void {
  const offered = offeredTools(body);
  if (offered.length === 0) return;
  for (const one of offered) {
    const refusal = refusalOf({ accounts, guardrails }, principal, one);
    if (refusal) throw refusal;
  }
}

type Restricting = Pick<PipelineGateway, "accounts" | "guardrails">;

/** Returns whether the caller may use a plugin: some are tools by another name. */
export function permitsPlugin(gateway: Restricting, principal: Principal, id: string): boolean {
  const name = PLUGIN_TOOLS[id];
  return name === undefined || refusalOf(gateway, principal, { name, path: "" }) === undefined;
}

function refusalOf({ accounts, guardrails }: Restricting, principal: Principal, { name, path }: Offered) {
  const disabled = accounts.workspaceNow(principal.workspaceId)?.disabledTools ?? [];
  const { tools: limits } = guardrails.effective(principal);
  const allowed = principal.key?.allowedTools;
  if (allowed && !allowed.some((one) => one.toLowerCase() === name || (name === "mcp" && one.includes("/"))))
    return new HttpError(403, `${path}: this key does not allow the tool ${name}`);
  if (disabled.includes(name)) return new HttpError(403, `${path}: the workspace has disabled the tool ${name}`);
  const source = name === "mcp" ? mcpRefusal(limits) : toolRefusal(limits, [name]);
  return source && guardrailRefusal(source, path, name);
}

/** Returns the guardrail that forbids a tool with these names. */
function toolRefusal({ allowed, ignored }: ToolLimits, names: readonly string[]): GuardrailSource | undefined {
  const has = (list: ReadonlySet<string>) => names.some((name) => list.has(name.toLowerCase()));
  return (allowed.find((list) => !has(list.names)) ?? ignored.find((list) => has(list.names)))?.source;
}

type Permitting = Pick<PipelineGateway, "guardrails">;

/** Returns whether the caller's key or a guardrail limits which tools may be used. */
export function limitsTools({ guardrails }: Permitting, principal: Principal): boolean {
  const { tools } = guardrails.effective(principal);
  return principal.key?.allowedTools != null || tools.allowed.length > 0 || tools.ignored.length > 0;
}

/**
 * Returns whether the caller may use a tool of an MCP server. `server`: the slug of a registered server, or the host of
 * one that a request names by URL, since callers choose its label.
 */
export function permitsTool({ guardrails }: Permitting, principal: Principal, server: string, tool: string): boolean {
  const names = ["mcp", `${server}/*`, `${server}/${tool}`].map((name) => name.toLowerCase());
  const allowed = principal.key?.allowedTools;
  if (allowed && !allowed.some((name) => names.includes(name.toLowerCase()))) return false;
  return toolRefusal(guardrails.effective(principal).tools, names) === undefined;
}

/** Returns the guardrail that allows no tool of any MCP server. */
function mcpRefusal({ allowed, ignored }: ToolLimits): GuardrailSource | undefined {
  const isRemote = (name: string) => name === "mcp" || name.includes("/");
  return (allowed.find(({ names }) => ![...names].some(isRemote)) ?? ignored.find(({ names }) => names.has("mcp")))
    ?.source;
}

function guardrailRefusal({ id, name: guardrail, scope }: GuardrailSource, path: string, name: string): HttpError {
  return new HttpError(403, `${path}: guardrail "${guardrail}" does not allow the tool ${name}`, {
    metadata: { guardrail_id: id, guardrail_name: guardrail, guardrail_scope: scope },
  });
}

/** Tools by the names that clients give them elsewhere. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  code_execution: "code_interpreter",
  google_search: "web_search",
  x_search: "web_search",
  url_context: "web_fetch",
};

const PLUGIN_TOOLS: Readonly<Record<string, string>> = { web: "web_search", "web-fetch": "web_fetch" };

/** Returns the tools that a body offers to the model and that somebody other than the caller runs. */
function offeredTools({ tools, plugins, mcp_servers: servers, web_search_options: search }: Body): Offered[] {
  const offered: Offered[] = [];
  const add = (name: string | undefined, path: string) => {
    if (RESTRICTABLE_TOOLS.some((tool) => tool === name)) offered.push({ name: name as string, path });
  };
  for (const [index, { type }] of recordsOf(tools).entries()) add(bareName(textOf(type)), `tools[${index}]`);
  for (const [index, { id, enabled }] of recordsOf(plugins).entries()) {
    if (enabled !== false) add(PLUGIN_TOOLS[textOf(id) ?? ""], `plugins[${index}]`);
  }
  if (recordsOf(servers).length > 0) add("mcp", "mcp_servers");
  if (search) add("web_search", "web_search_options");
  return offered;
}

/** Returns a tool's name without prefix and version (`web_search_20250305`, `web_search_preview_2025_03_11`). */
function bareName(type: string | undefined): string | undefined {
  const bare = type?.replace(TOOL_PREFIX, "").replace(/(?:_preview)?(?:_\d{8}|_\d{4}_\d\d_\d\d)?$/, "");
  return bare && (OTHER_NAMES[bare] ?? bare);
}
