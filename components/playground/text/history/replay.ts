import type { z } from "zod";
import { type Json, numberOf, recordOf, recordsOf, textOf } from "#components/playground/read-json.ts";
import type { Dialect } from "#components/playground/result/answer.ts";
import type { GenerationContent } from "#lib/contract/generation-content.ts";
import { isRecord } from "#lib/is-record.ts";
import { TOOL_PREFIX } from "#lib/tool-prefix.ts";
import { emptyDraft, newPane, newPlayground, type PlaygroundState } from "../pane/pane.ts";
import { OFFERED_TOOLS } from "../settings/server-tools.ts";
import { defaultSettings, MOST_FALLBACKS, type Settings } from "../settings/settings.ts";
import { turnsOf } from "./replay-turns.ts";

/** Returns a stored request as the playground would have sent it; undefined if its request is not stored that way. */
export function replayOf({ request, dialect }: z.output<typeof GenerationContent>): PlaygroundState | undefined {
  if (!request) return undefined;
  const style: Dialect = dialect === "messages" ? "messages" : "responses";
  const { system, turns } = turnsOf(request, style);
  const last = turns.at(-1);
  // The last prompt becomes the draft; a tool result can only be part of the conversation.
  const waits = last?.role === "user" && last.toolResults.length === 0;
  const pane = newPane(textOf(request.model), { ...settingsOf(request), system });
  const state = newPlayground(style, [{ ...pane, turns: waits ? turns.slice(0, -1) : turns }]);
  return { ...state, draft: waits ? { text: last.text, attachments: last.attachments } : emptyDraft };
}

function settingsOf(request: Json): Omit<Settings, "system"> {
  const tools = recordsOf(request.tools).map(toolOf).filter(isRecord);
  const schema = schemaOf(request);
  const stop = request.stop ?? request.stop_sequences;
  return {
    // As by default, also for a request that was not streamed: nobody chose that here.
    ...defaultSettings,
    values: valuesOf(request),
    stop: typeof stop === "string" ? [stop] : Array.isArray(stop) ? stop.map(String) : [],
    tools: tools.length > 0 ? JSON.stringify(tools, null, 2) : "",
    toolChoice: toolChoiceOf(request.tool_choice),
    ...serverToolsOf(request),
    schema: schema ? JSON.stringify(schema, null, 2) : "",
    fallbacks: fallbacksOf(request),
  };
}

const SAME = ["temperature", "top_p", "top_k", "frequency_penalty", "presence_penalty", "seed"];

function valuesOf(request: Json): Settings["values"] {
  const effort =
    request.reasoning_effort ?? recordOf(request.reasoning).effort ?? recordOf(request.output_config).effort;
  const found: Record<string, unknown> = {
    ...Object.fromEntries(SAME.map((name) => [name, numberOf(request[name])])),
    max_tokens: numberOf(request.max_tokens ?? request.max_completion_tokens ?? request.max_output_tokens),
    reasoning_effort: textOf(effort) || undefined,
    thinking_budget: numberOf(recordOf(request.thinking).budget_tokens),
    verbosity: textOf(recordOf(request.text).verbosity ?? request.verbosity) || undefined,
  };
  const present = Object.entries(found).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as Settings["values"];
}

/** Converts a function to the editor's format; providers' own tools cannot be tried there. */
function toolOf(tool: Json): Json | undefined {
  const definition = isRecord(tool.function) ? tool.function : tool;
  if (typeof definition.name !== "string" || ![undefined, "function", "custom"].includes(tool.type as string))
    return undefined;
  const { name, description } = definition;
  return {
    name,
    ...(description !== undefined && { description }),
    parameters: definition.parameters ?? definition.input_schema,
  };
}

/** Returns the server tools that have a switch in the playground; the others cannot be tried there. */
function serverToolsOf(request: Json): Pick<Settings, "serverTools" | "mcpServers"> {
  const given = recordsOf(request.tools);
  const names = given.map(({ type }) => textOf(type)).filter((type) => TOOL_PREFIX.test(type));
  const own = names.map((type) => type.replace(TOOL_PREFIX, ""));
  const registered = [
    ...given.filter(({ type }) => type === "mcp").map((tool) => slugOf(tool.server_label, tool.server_url)),
    ...recordsOf(request.mcp_servers).map(({ name, url }) => slugOf(name, url)),
  ];
  return {
    serverTools: [...new Set(own)].filter((name) => OFFERED_TOOLS.some((tool) => tool.name === name)),
    mcpServers: [...new Set(registered)].filter((slug) => slug !== ""),
  };
}

/** Returns the slug of a registered server; empty for one that the request names by its URL. */
function slugOf(label: unknown, url: unknown): string {
  const address = textOf(url);
  if (address === "") return textOf(label);
  return TOOL_PREFIX.test(address) ? address.replace(TOOL_PREFIX, "") : "";
}

function toolChoiceOf(choice: unknown): Settings["toolChoice"] {
  const kind = isRecord(choice) ? choice.type : choice;
  if (kind === "none") return "none";
  return kind === "required" || kind === "any" ? "required" : "auto";
}

function schemaOf(request: Json): unknown {
  const { response_format: chat, text, output_config: messages } = request;
  return (
    recordOf(recordOf(chat).json_schema).schema ??
    recordOf(recordOf(text).format).schema ??
    recordOf(recordOf(messages).format).schema
  );
}

function fallbacksOf({ model, models, fallbacks }: Json): string[] {
  const named = [...(Array.isArray(models) ? models : []), ...recordsOf(fallbacks).map((one) => one.model)];
  return named
    .map(String)
    .filter((name) => name !== model)
    .slice(0, MOST_FALLBACKS);
}
