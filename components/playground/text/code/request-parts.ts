import type { Json } from "#components/playground/read-json.ts";
import type { Turn } from "#components/playground/text/pane/conversation.ts";
import type { Settings } from "#components/playground/text/settings/settings.ts";
import type { FunctionTool } from "#components/playground/text/settings/tools-text.ts";

/** A parsed source without unsupported settings. */
export type RequestParts = {
  model: string;
  settings: Settings;
  values: Readonly<Record<string, number | string>>;
  stop: readonly string[];
  tools: readonly FunctionTool[];
  /** Names of the gateway's own tools, and slugs of MCP servers. */
  serverTools: readonly string[];
  mcpServers: readonly string[];
  schema: Json | undefined;
  turns: readonly Turn[];
};
