import { isRecord } from "#lib/is-record.ts";
import { type Block, block, list } from "../exchange/json.ts";
import { type Fallbacks, fillFields } from "../wire/fill-fields.ts";

/** Fields that the SDK package requires in items; other servers omit some of them. */
const ITEMS: Record<string, Fallbacks> = {
  function_call: { arguments: "", status: "completed" },
  custom_tool_call: { input: "" },
  web_search_call: { status: "completed" },
  file_search_call: { queries: [] },
  code_interpreter_call: { code: null, container_id: "", outputs: null },
  mcp_call: { status: "completed", arguments: "", name: "", server_label: "" },
};
const FOUND: Fallbacks = { attributes: {}, file_id: "", filename: "", score: 0, text: "" };
const ACTIONS = new Set<unknown>(["search", "open_page", "find_in_page"]);
const ANNOTATIONS: Record<string, Fallbacks> = {
  url_citation: { start_index: 0, end_index: 0 },
  file_citation: { index: 0, filename: "" },
  container_file_citation: { start_index: 0, end_index: 0, filename: "", container_id: "" },
  file_path: { index: 0 },
};

/** Returns an item with the fields that the package requires; the same object if none is missing. */
export function completeItem(item: Block): Block {
  const complete = fillFields(item, ITEMS[String(item.type)]);
  // The package knows no other status, not even that of a call that the output limit cut off.
  if (item.type === "custom_tool_call") return { ...complete, status: "completed" };
  if (item.type === "web_search_call" && item.action !== undefined && !isKnownAction(item.action)) {
    const { action: _, ...rest } = complete;
    return rest;
  }
  if (item.type !== "file_search_call" || !Array.isArray(item.results)) return complete;
  return {
    ...complete,
    results: list(item.results)
      .filter(isRecord)
      .map((found) => fillFields(found, FOUND)),
  };
}

/** Does the same for an annotation, whose title may be its URL. */
export function completeAnnotation(annotation: Block): Block {
  const complete = fillFields(annotation, ANNOTATIONS[String(annotation.type)]);
  return annotation.type === "url_citation" ? fillFields(complete, { title: annotation.url }) : complete;
}

const STARTED = ["id", "created_at", "model"];
const NUMBERED: Fallbacks = { sequence_number: 0 };
const REPORTED: Fallbacks = { type: "error", message: "The provider's stream failed" };

/**
 * Does the same for an event that reports a failure, which would be unreadable otherwise. Returns undefined for one that
 * starts a response without all that it must say.
 */
export function completeEvent(event: Block): Block | undefined {
  switch (event.type) {
    case "response.created":
    case "response.in_progress":
      return STARTED.every((name) => block(event.response)[name] !== undefined) ? event : undefined;
    case "response.failed": {
      const response = block(event.response);
      const numbered = fillFields(event, NUMBERED);
      return isRecord(response.error)
        ? { ...numbered, response: { ...response, error: completeError(response.error) } }
        : numbered;
    }
    case "error": {
      const numbered = fillFields(event, NUMBERED);
      return isRecord(event.error) ? { ...numbered, error: completeError(event.error) } : completeError(numbered);
    }
    default:
      return event;
  }
}

/** The code of an error may be an HTTP status. */
function completeError(error: Block): Block {
  const complete = fillFields(error, REPORTED);
  return typeof complete.code === "number" ? { ...complete, code: String(complete.code) } : complete;
}

function isKnownAction(action: unknown): boolean {
  return action === null || (isRecord(action) && ACTIONS.has(action.type));
}
