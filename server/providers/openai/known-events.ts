import { type Block, block } from "../exchange/json.ts";
import type { BillingFacts, Note } from "../upstream.ts";
import type { EventReader } from "../wire/filter-events.ts";
import { readableCounts } from "../wire/readable-counts.ts";
import { billedItem, finishedItems } from "./billed-items.ts";
import { completeAnnotation, completeEvent, completeItem } from "./known-items.ts";
import { missingEvents } from "./missing-events.ts";
import { placedEvents } from "./placed-events.ts";

const ITEMS = new Set<unknown>([
  ...["message", "reasoning", "function_call", "custom_tool_call", "web_search_call", "file_search_call"],
  ...["image_generation_call", "code_interpreter_call", "computer_call", "compaction", "mcp_call", "mcp_list_tools"],
  ...["mcp_approval_request", "apply_patch_call", "local_shell_call", "shell_call", "shell_call_output"],
  ...["tool_search_call", "tool_search_output", "program", "program_output"],
]);
const PARTS = new Set<unknown>(["output_text", "refusal", "reasoning_text", "summary_text"]);
const ENDS = new Set<unknown>(["response.completed", "response.incomplete", "response.failed"]);
const ANNOTATIONS = new Set<unknown>(["url_citation", "file_citation", "container_file_citation", "file_path"]);

/**
 * Returns a reader that adds events that the server left out and drops those on which OpenAI's SDK package would fail.
 * `note` gets the kinds that the package ignores, `billing` the items that are billed.
 */
export function wholeEvents(note: Note, billing?: BillingFacts): EventReader {
  const withMissing = missingEvents();
  const placed = placedEvents();
  const readKnown = knownEvents(note, billing);
  return (event) => withMissing(event).flatMap((one): Block[] => [readKnown(placed(one)) ?? []].flat());
}

function knownEvents(note: Note, billing?: BillingFacts): (event: Block) => Block | undefined {
  let hasItems = false;
  const containers = new Set<unknown>();
  return (event) => {
    const isEnd = ENDS.has(event.type);
    // The end of a streamed response repeats all of its items.
    if (event.type === "response.output_item.done" || (isEnd && !hasItems)) {
      hasItems = true;
      for (const item of finishedItems(event)) billing?.used(billedItem(item, containers) ?? {});
    }
    if (isEnd) return completeEvent(withValidCounts(event, withReason(block(event.response))));
    if (event.type === "response.output_item.added" || event.type === "response.output_item.done") {
      const item = block(event.item);
      if (!ITEMS.has(item.type)) return void note(String(item.type));
      // The package ignores the list that an MCP server sent to OpenAI.
      if (item.type === "mcp_list_tools") note("mcp_list_tools result");
      const complete = completeItem(item);
      return complete === item ? event : { ...event, item: complete };
    }
    if (event.type === "response.content_part.added" && !PARTS.has(block(event.part).type)) {
      return void note(String(block(event.part).type));
    }
    if (event.type !== "response.output_text.annotation.added") return completeEvent(event);
    const annotation = block(event.annotation);
    if (!ANNOTATIONS.has(annotation.type)) return void note(`${annotation.type} annotation`);
    const complete = completeAnnotation(annotation);
    return complete === annotation ? event : { ...event, annotation: complete };
  };
}

/** The package takes an incomplete response without a reason for a complete one. */
function withReason(response: Block): Block {
  if (response.status !== "incomplete" || typeof block(response.incomplete_details).reason === "string")
    return response;
  return { ...response, incomplete_details: { reason: "max_output_tokens" } };
}

/**
 * Drops invalid counts, on which the package would fail. Usage with only zeros is estimated, and so is a prompt without a
 * count: its 0 must not look like a total that confirms it.
 */
function withValidCounts(event: Block, response: Block): Block {
  if (response.usage === undefined || response.usage === null)
    return response === event.response ? event : { ...event, response };
  const { total_tokens: total, ...counts } = readableCounts(response.usage);
  const isTold = counts.input_tokens !== undefined && total !== undefined;
  const usage = { input_tokens: 0, output_tokens: 0, ...counts, ...(isTold && { total_tokens: total }) };
  return { ...event, response: { ...response, usage } };
}
