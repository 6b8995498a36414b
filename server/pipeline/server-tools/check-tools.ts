import type { Principal } from "#server/caller/principal.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { hasCachedContent } from "#server/dialects/request/google-request.ts";
import { HttpError } from "#server/errors.ts";
import type { GuardrailSource, ToolLimits } from "#server/guardrails/effective.ts";
import type { PipelineGateway } from "../pipeline-gateway.ts";
import { clientFunctions, functionRefusal, limitsFunctions, limitsServerTools } from "./client-functions.ts";
import { listOfferedTools, type OfferedTool, PLUGIN_TOOLS } from "./offered-tools.ts";

/**
 * Throws HttpError 403 that names the first tool in a body which the workspace disables or a guardrail forbids, whether
 * the gateway, a provider or the caller would run it. Single tools of MCP servers are known only once the servers are connected.
 */
export function checkTools({ accounts, guardrails }: Restricting, principal: Principal, body: Body): void {
  const isRestricted = disabledTools({ accounts }, principal).length > 0 || limitsTools({ guardrails }, principal);
  if (!isRestricted) return;
  if (hasCachedContent(body)) throw notAllowed("cachedContent: it may have tools, and not every tool is allowed here");
  for (const one of listOfferedTools(body)) {
    const refusal = refusalOf({ accounts, guardrails }, principal, one);
    if (refusal) throw refusal;
  }
  const { tools: limits } = guardrails.effective(principal);
  if (!limitsFunctions(limits)) return;
  for (const { name, path } of clientFunctions(body)) {
    const list = functionRefusal(limits, name);
    if (list) throw guardrailRefusal(list.source, path, name);
  }
}

type Restricting = Pick<PipelineGateway, "accounts" | "guardrails">;

/** Returns whether the caller may use a plugin, since some plugins are tools under another name. */
export function permitsPlugin(gateway: Restricting, principal: Principal, id: string): boolean {
  const name = PLUGIN_TOOLS[id];
  return name === undefined || refusalOf(gateway, principal, { name, path: "" }) === undefined;
}

function refusalOf({ accounts, guardrails }: Restricting, principal: Principal, { name, path }: OfferedTool) {
  const disabled = disabledTools({ accounts }, principal);
  const { tools: limits } = guardrails.effective(principal);
  const allowed = principal.key?.allowedTools;
  if (allowed && !allowed.some((one) => one.toLowerCase() === name || (name === "mcp" && one.includes("/"))))
    return notAllowed(`${path}: this key does not allow the tool ${name}`);
  if (disabled.includes(name)) return notAllowed(`${path}: the workspace has disabled the tool ${name}`);
  const source = name === "mcp" ? mcpRefusal(limits) : toolRefusal(limits, [name]);
  return source && guardrailRefusal(source, path, name);
}

function disabledTools({ accounts }: Pick<Restricting, "accounts">, { workspaceId }: Principal): readonly string[] {
  return accounts.workspaceNow(workspaceId)?.disabledTools ?? [];
}

/** Returns the guardrail that forbids a tool with these names. */
function toolRefusal({ allowed, ignored }: ToolLimits, names: readonly string[]): GuardrailSource | undefined {
  const has = (list: ReadonlySet<string>) => names.some((name) => list.has(name.toLowerCase()));
  return (
    allowed.find((list) => limitsServerTools(list) && !has(list.names)) ?? ignored.find((list) => has(list.names))
  )?.source;
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
  return (
    allowed.find((list) => limitsServerTools(list) && ![...list.names].some(isRemote)) ??
    ignored.find(({ names }) => names.has("mcp"))
  )?.source;
}

function notAllowed(message: string): HttpError {
  return new HttpError(403, message, { metadata: { reason: "tool_not_allowed" } });
}

function guardrailRefusal({ id, name: guardrail, scope }: GuardrailSource, path: string, name: string): HttpError {
  return new HttpError(403, `${path}: guardrail "${guardrail}" does not allow the tool ${name}`, {
    metadata: { guardrail_id: id, guardrail_name: guardrail, guardrail_scope: scope },
  });
}
