import type { Body } from "#server/dialects/dialect.ts";
import { invalid, isRecord, listAt, recordAt, recordsOf, stringAt, textOf } from "#server/dialects/read-field.ts";

/** An MCP server that a request names. */
export type McpRequest = {
  label: string;
  url: string;
  headers: Record<string, string>;
  /** Returns whether the model may call a tool of this name. */
  allows(name: string): boolean;
  /** The field that names the URL. */
  path: string;
};

const LABEL = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Reads an `mcp` tool of the Responses API
 * (https://platform.openai.com/docs/api-reference/responses/create#responses-create-tools). The gateway runs its tools
 * without asking for approval, so the request must say that none is required.
 */
export function mcpOfTool(tool: Body, path: string): McpRequest {
  if (tool.require_approval !== "never")
    throw invalid(`${path}.require_approval`, 'must be "never": the gateway cannot ask for approval');
  return {
    label: label(tool.server_label, `${path}.server_label`),
    url: address(tool.server_url, `${path}.server_url`),
    headers: { ...headersOf(tool.headers, `${path}.headers`), ...bearer(tool.authorization) },
    allows: allowedBy(tool.allowed_tools, `${path}.allowed_tools`),
    path: `${path}.server_url`,
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
    const set = sets.find(({ mcp_server_name: of }) => of === name);
    return {
      label: name,
      url: address(server.url, `${path}.url`),
      headers: bearer(server.authorization_token),
      allows: set ? chosenBy(set) : configured(server.tool_configuration, `${path}.tool_configuration`),
      path: `${path}.url`,
    };
  });
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

function configured(configuration: unknown, path: string): McpRequest["allows"] {
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
