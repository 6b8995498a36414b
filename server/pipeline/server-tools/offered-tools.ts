import { RESTRICTABLE_TOOLS } from "#lib/contract/server-tools.ts";
import { TOOL_PREFIX } from "#lib/tool-prefix.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { recordsOf, textOf } from "#server/dialects/read-field.ts";

/** A tool that the caller does not run, and its place in the body. */
export type OfferedTool = { name: string; path: string };

/** The plugins that are tools under another name. */
export const PLUGIN_TOOLS: Readonly<Record<string, string>> = { web: "web_search", "web-fetch": "web_fetch" };

/** Tools by the names that other APIs' clients use. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  code_execution: "code_interpreter",
  google_search: "web_search",
  google_maps: "web_search",
  google_file_search: "file_search",
  x_search: "web_search",
  url_context: "web_fetch",
};

/** Returns the tools that a body offers to the model, in whatever field its dialect or a provider has for them. */
export function listOfferedTools(body: Body): OfferedTool[] {
  const { tools, input, plugins, mcp_servers: servers } = body;
  const offered = [
    ...listedTools(tools, "tools"),
    // Tools that the conversation adds: https://platform.openai.com/docs/guides/tools-tool-search
    ...recordsOf(input).flatMap((item, index) => listedTools(item.tools, `input[${index}].tools`)),
    ...recordsOf(plugins).flatMap(({ id, enabled }, index) =>
      enabled === false ? [] : namedTool(PLUGIN_TOOLS[textOf(id) ?? ""], `plugins[${index}]`),
    ),
    ...(recordsOf(servers).length > 0 ? namedTool("mcp", "mcp_servers") : []),
  ];
  for (const [field, isOn] of Object.entries(SEARCH_FIELDS)) {
    if (isOn(body[field])) offered.push({ name: "web_search", path: field });
  }
  return offered;
}

/** Fields by which a chat request turns on the provider's search: OpenAI's, xAI's and Qwen's. */
const SEARCH_FIELDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  web_search_options: Boolean,
  search_parameters: (value) => Boolean(value) && (value as Body).mode !== "off",
  enable_search: Boolean,
};

/** A namespace has tools of its own, but no namespaces. */
function listedTools(tools: unknown, path: string, isInside = false): OfferedTool[] {
  return recordsOf(tools).flatMap((tool, index) => [
    ...namedTool(bareName(textOf(tool.type)), `${path}[${index}]`),
    ...(isInside ? [] : listedTools(tool.tools, `${path}[${index}].tools`, true)),
  ]);
}

function namedTool(name: string | undefined, path: string): OfferedTool[] {
  return name !== undefined && RESTRICTABLE_TOOLS.some((tool) => tool === name) ? [{ name, path }] : [];
}

/** Returns a tool's name without prefix and version (`web_search_20250305`, `web_search_preview_2025_03_11`). */
function bareName(type: string | undefined): string | undefined {
  const bare = type?.replace(TOOL_PREFIX, "").replace(/(?:_preview)?(?:_\d{8}|_\d{4}_\d\d_\d\d)?$/, "");
  return bare && (OTHER_NAMES[bare] ?? bare);
}
