import { type LanguageModelV4StreamPart, TypeValidationError } from "@ai-sdk/provider";
import { isRecord } from "#lib/is-record.ts";
import { type Block, block } from "../exchange/json.ts";
import type { BillingFacts, Note } from "../upstream.ts";
import { type Fallbacks, fillFields } from "../wire/fill-fields.ts";
import type { EventReader } from "../wire/filter-events.ts";
import type { PartReader } from "../wire/part-reader.ts";
import { knownEnd, knownStart } from "./known-fields.ts";

const EVENTS = new Set<unknown>([
  ...["message_start", "content_block_start", "content_block_delta", "content_block_stop", "message_delta"],
  ...["message_stop", "ping", "error"],
]);
/** Does not include `compaction`, a conversation summary that the SDK package would return as response text. */
const BLOCKS = new Set<unknown>([
  ...["text", "thinking", "redacted_thinking", "tool_use", "server_tool_use", "fallback"],
  ...["mcp_tool_use", "mcp_tool_result", "web_fetch_tool_result", "web_search_tool_result", "tool_search_tool_result"],
  ...["code_execution_tool_result", "bash_code_execution_tool_result", "text_editor_code_execution_tool_result"],
  "advisor_tool_result",
]);
const DELTAS = new Set<unknown>([
  ...["text_delta", "thinking_delta", "signature_delta", "input_json_delta", "citations_delta", "compaction_delta"],
]);
/** Fields that the SDK package requires in citations; some of Anthropic's and other servers' lack them. */
const CITATIONS: Record<string, Fallbacks> = {
  web_search_result_location: { cited_text: "", title: null, encrypted_index: "" },
  search_result_location: { cited_text: "", title: null },
  page_location: { cited_text: "", document_title: null },
  char_location: { cited_text: "", document_title: null },
  content_block_location: { cited_text: "", document_title: null, file_id: null },
};
const CALLERS = new Set<unknown>(["direct", "code_execution_20250825", "code_execution_20260120"]);

/**
 * Returns a reader that drops events that Anthropic's SDK package does not know and passes their kind to `note`; `billing`
 * gets usage blocks before that.
 */
export function knownEvents(note: Note, billing?: BillingFacts): EventReader {
  const leftOut = new Set<unknown>();
  const mcpCalls = new Set<unknown>();
  const isKnown = (start: Block): boolean => {
    if (start.type === "mcp_tool_use") mcpCalls.add(start.id);
    // The package throws if a result's call is in an earlier response.
    return BLOCKS.has(start.type) && (start.type !== "mcp_tool_result" || mcpCalls.has(start.tool_use_id));
  };
  return (event) => {
    const usage = event.type === "message_start" ? startUsage(event) : event.usage;
    if (isRecord(usage)) billing?.block(usage);
    if (!EVENTS.has(event.type)) return void note(`${event.type} event`);
    if (event.type === "message_start") return knownStart(event, note);
    if (event.type === "message_delta") return knownEnd(event, note);
    if (event.type === "content_block_start") {
      const start = block(event.content_block);
      if (isKnown(start)) return withKnownCaller(event, start, note);
      leftOut.add(event.index);
      return void note(String(start.type));
    }
    if (leftOut.has(event.index)) return undefined;
    return event.type === "content_block_delta" ? knownDelta(event, block(event.delta), note) : event;
  };
}

/** Returns the usage at the start, whose output count is a placeholder. */
function startUsage({ message }: Block): Block {
  const { output_tokens: _, ...counted } = block(block(message).usage);
  return counted;
}

function knownDelta(event: Block, delta: Block, note: Note): Block | undefined {
  if (!DELTAS.has(delta.type)) return void note(String(delta.type));
  if (delta.type !== "citations_delta") return event;
  const citation = block(delta.citation);
  const fallbacks = CITATIONS[String(citation.type)];
  if (!fallbacks) return void note(`${citation.type} citation`);
  const complete = fillFields(citation, fallbacks);
  return complete === citation ? event : { ...event, delta: { ...delta, citation: complete } };
}

/** No other dialect reports the caller of a tool, but the package validates it. */
function withKnownCaller(event: Block, start: Block, note: Note): Block {
  if (!isRecord(start.caller) || CALLERS.has(start.caller.type)) return event;
  note(`${start.caller.type} caller`);
  const { caller: _, ...rest } = start;
  return { ...event, content_block: rest };
}

/** Returns a reader that drops results in a form that the package does not know, so that the response does not fail. */
export function dropUnknownResults(note: Note): PartReader {
  return {
    part(part) {
      const type = resultIn(part);
      if (type) note(type);
      return type ? [] : [part];
    },
  };
}

/** Returns the type of a server tool result that the package rejected. */
function resultIn(part: LanguageModelV4StreamPart): string | undefined {
  if (part.type !== "error" || !TypeValidationError.isInstance(part.error)) return undefined;
  const { type } = block(block(part.error.value).content_block);
  return typeof type === "string" && type.endsWith("_result") ? type : undefined;
}
