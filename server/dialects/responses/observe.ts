import { isRecord } from "#lib/is-record.ts";
import type { Body, Observation } from "../dialect.ts";
import { recordsOf, textOf } from "../read-field.ts";
import { emptyResponse, statusOf } from "../stream-failure.ts";

/** Reads one event of an upstream that speaks the Responses API. */
export function observeEvent(event: Body): Observation {
  const type = textOf(event.type) ?? "";
  if (type === "error") return { error: failureOf(isRecord(event.error) ? event.error : event) };
  if (isRecord(event.response)) return observeState(event.response, type);
  if (type === "response.audio.delta") return { content: true };
  if (type.endsWith(".delta")) {
    const text = textOf(event.delta) ?? "";
    return text === "" ? {} : { content: true, text };
  }
  if (type === "response.image_generation_call.partial_image") return { content: true };
  if (type === "response.output_item.added" && isToolCall(event.item))
    return isCall(event.item) ? { content: true, toolCalls: 1 } : { toolCalls: 1 };
  if (type === "response.output_item.done" && isRecord(event.item)) return { items: [event.item] };
  // This API has no event with a top-level error, but some upstreams send one.
  return isRecord(event.error) ? { error: failureOf(event.error) } : {};
}

/** Reads a whole response. */
export function observeResponse(response: Body): Observation {
  const { status } = response;
  if (status === undefined && isRecord(response.error)) return { error: failureOf(response.error) };
  if (!Array.isArray(response.output)) return { error: emptyResponse(response) };
  if (status === "cancelled") return { error: { ...CANCELLED, raw: response } };
  const output = recordsOf(response.output);
  const text = output.map(itemText).join("");
  const type = status === "failed" ? "response.failed" : "response.completed";
  return {
    ...observeState(response, type),
    content: output.length > 0 ? true : undefined,
    toolCalls: output.filter(isToolCall).length || undefined,
    text: text === "" ? undefined : text,
  };
}

const CANCELLED = { status: 502, message: "The provider canceled the response" };

const endings: readonly string[] = ["response.completed", "response.incomplete", "response.failed"];

function observeState(response: Body, type: string): Observation {
  const isEnd = endings.includes(type);
  const hasFailed = type === "response.failed";
  const items = recordsOf(response.output);
  return {
    id: textOf(response.id),
    model: textOf(response.model),
    usage: isRecord(response.usage) ? response.usage : undefined,
    items: isEnd && items.length > 0 ? items : undefined,
    // The first event repeats the requested tier; the last one reports the tier that was used.
    serviceTier: isEnd ? textOf(response.service_tier) : undefined,
    finish: isEnd ? finishOf(response) : undefined,
    error: hasFailed ? failureOf(isRecord(response.error) ? response.error : {}) : undefined,
    end: isEnd ? true : undefined,
  };
}

function finishOf(response: Body): string | undefined {
  const details = isRecord(response.incomplete_details) ? response.incomplete_details : {};
  return textOf(details.reason) ?? textOf(response.status);
}

function failureOf(error: Body): NonNullable<Observation["error"]> {
  return { status: statusOf(error), message: textOf(error.message) ?? "The provider's stream failed", raw: error };
}

const CALLS = new Set<unknown>(["function_call", "custom_tool_call", "tool_search_call"]);

function isCall(item: unknown): boolean {
  return isRecord(item) && CALLS.has(item.type);
}

/** A call of any tool, also of one that the provider runs, such as `web_search_call`. */
function isToolCall(item: unknown): boolean {
  return isRecord(item) && typeof item.type === "string" && item.type.endsWith("_call");
}

function itemText(item: Body): string {
  const parts = [...recordsOf(item.summary), ...recordsOf(item.content)];
  const texts = parts.map((part) => textOf(part.text) ?? textOf(part.refusal) ?? "");
  // A search for tools has its arguments as an object.
  const input = isRecord(item.arguments) ? JSON.stringify(item.arguments) : textOf(item.arguments);
  return [...texts, input ?? textOf(item.input) ?? ""].join("");
}
