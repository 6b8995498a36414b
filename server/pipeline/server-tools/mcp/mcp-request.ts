import { isRecord } from "#lib/is-record.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { invalid, listAt, recordAt, recordsOf, stringAt, textOf } from "#server/dialects/read-field.ts";

/** An MCP server that a request names. */
export type McpRequest = {
  label: string;
  /** By URL, or by the slug of a server that the workspace has registered. */
  server: { url: string; headers: Record<string, string> } | { slug: string };
  /** Returns whether the model may call a tool of this name. */
  allows(name: string): boolean;
  /** Returns whether the request requires the caller's approval for a call of the tool. */
  asks(name: string): boolean;
  /** The field that names the server. */
  path: string;
};

const LABEL = /^[A-Za-z0-9_-]{1,64}$/;
/** Names a registered server in clients whose types require a URL. */
const REGISTERED = /^switchboard:([a-z0-9-]{1,32})$/;

/**
 * Reads an `mcp` tool of the Responses API
 * (https://platform.openai.com/docs/api-reference/responses/create#responses-create-tools). `canAsk`: the dialect
 * supports approvals.
 */
export function mcpOfTool(tool: Body, path: string, canAsk: boolean): McpRequest {
  const name = label(tool.server_label, `${path}.server_label`);
  const slug = slugIn(tool.server_url, name);
  const credentials = { ...headersOf(tool.headers, `${path}.headers`), ...bearer(tool.authorization) };
  if (slug && Object.keys(credentials).length > 0)
    throw invalid(path, "headers and authorization need a server_url: a registered server has its own");
  const asks = approvalOf(tool.require_approval, `${path}.require_approval`, slug === undefined);
  if (!canAsk && asks("")) {
    throw invalid(`${path}.require_approval`, 'must be "never": only /responses can ask for approval');
  }
  return {
    label: name,
    server: slug ? { slug } : { url: address(tool.server_url, `${path}.server_url`), headers: credentials },
    allows: allowedBy(tool.allowed_tools, `${path}.allowed_tools`),
    asks,
    path: slug ? `${path}.server_label` : `${path}.server_url`,
  };
}

/**
 * Reads `mcp_servers` of the Messages API and the tool sets that choose from them
 * (https://platform.claude.com/docs/en/agents-and-tools/mcp-connector).
 */
export function mcpOfMessages(body: Body): McpRequest[] {
  const sets = recordsOf(body.tools).filter(({ type }) => type === "mcp_toolset");
  return listAt(body.mcp_servers ?? [], "mcp_servers").map((value, index) => {
    const path = `mcp_servers[${index}]`;
    const server = recordAt(value, path);
    const name = label(server.name, `${path}.name`);
    const slug = slugIn(server.url, name);
    if (slug && textOf(server.authorization_token))
      throw invalid(`${path}.authorization_token`, "needs a url: a registered server has its own credentials");
    const set = sets.find(({ mcp_server_name: of }) => of === name);
    const headers = bearer(server.authorization_token);
    return {
      label: name,
      server: slug ? { slug } : { url: address(server.url, `${path}.url`), headers },
      allows: set ? chosenBy(set) : configuredTools(server.tool_configuration, `${path}.tool_configuration`),
      asks: () => false,
      path: slug ? `${path}.name` : `${path}.url`,
    };
  });
}

function slugIn(url: unknown, name: string): string | undefined {
  if (url === undefined || url === null) return name;
  return typeof url === "string" ? REGISTERED.exec(url)?.[1] : undefined;
}

/**
 * In OpenAI's API, a server without this setting requires approval for every call. For a registered server, its own
 * rules apply instead.
 */
function approvalOf(mode: unknown, path: string, byDefault: boolean): McpRequest["asks"] {
  if (mode === undefined || mode === null) return () => byDefault;
  if (mode === "always" || mode === "never") return () => mode === "always";
  if (!isRecord(mode)) throw invalid(path, 'must be "always", "never" or an object with their tools');
  const [always, never] = [namesIn(mode.always, `${path}.always`), namesIn(mode.never, `${path}.never`)];
  return (name) => !never.has(name) && (always.has(name) || byDefault);
}

function namesIn(filter: unknown, path: string): Set<unknown> {
  return new Set(isRecord(filter) ? listAt(filter.tool_names ?? [], `${path}.tool_names`) : []);
}

function label(value: unknown, path: string): string {
  const text = stringAt(value, path);
  if (!LABEL.test(text)) throw invalid(path, "must be 1 to 64 letters, digits, hyphens or underscores");
  return text;
}

function address(value: unknown, path: string): string {
  const text = stringAt(value, path);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:")) throw invalid(path, "must be an HTTP(S) URL");
  return text;
}

function bearer(token: unknown): Record<string, string> {
  const text = textOf(token);
  return text ? { authorization: `Bearer ${text}` } : {};
}

function headersOf(value: unknown, path: string): Record<string, string> {
  if (value === undefined || value === null) return {};
  return Object.fromEntries(
    Object.entries(recordAt(value, path)).map(([name, text]) => [name, stringAt(text, `${path}.${name}`)]),
  );
}

/** `allowed` is a list of names, or an object with one. */
function allowedBy(allowed: unknown, path: string): McpRequest["allows"] {
  const list = isRecord(allowed) ? allowed.tool_names : allowed;
  if (list === undefined || list === null) return () => true;
  const names = new Set(listAt(list, path));
  return (name) => names.has(name);
}

function configuredTools(configuration: unknown, path: string): McpRequest["allows"] {
  if (!isRecord(configuration)) return () => true;
  if (configuration.enabled === false) return () => false;
  return allowedBy(configuration.allowed_tools, `${path}.allowed_tools`);
}

/** A tool set enables tools by default and by name. */
function chosenBy({ default_config: usual, configs }: Body): McpRequest["allows"] {
  const byDefault = !isRecord(usual) || usual.enabled !== false;
  return (name) => {
    const own = isRecord(configs) ? configs[name] : undefined;
    return isRecord(own) && typeof own.enabled === "boolean" ? own.enabled : byDefault;
  };
}
