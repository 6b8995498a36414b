import { isRecord } from "#lib/is-record.ts";
import type { Body, DialectEvent } from "#server/dialects/dialect.ts";
import { recordsOf, textOf } from "#server/dialects/read-field.ts";
import { withNumbersOf } from "#server/json/exact-numbers.ts";

/** `openai`: only OpenAI's current events. `all`: also the spec's. `spec`: only the spec's. */
export type EventStyle = "openai" | "all" | "spec";

/** State from earlier events of a stream; start each stream with an empty object. */
export type SpecState = { responseId?: string };

/**
 * Returns a Responses API event, ours or an upstream's, in the requested style. In style `all`, the spec's six events
 * occur in their order among the others. A failure has no `response.done` in any style, so that it is not mistaken for
 * an end, and is passed on unchanged.
 */
export function withSpecEvents(event: DialectEvent, style: EventStyle, state: SpecState): DialectEvent[] {
  const { data } = event;
  if (style === "openai" || !isRecord(data)) return [event];
  if (isRecord(data.response)) state.responseId ??= textOf(data.response.id);
  const spec = specEvent(data, state.responseId);
  if (style === "spec") return specOnly(data, spec);
  if (!spec) return [event];
  if (spec.type === data.type) return [{ ...event, data: withNumbersOf(data, { ...data, ...spec }) }];
  return [event, { data: spec }];
}

function specOnly(data: Body, spec: Body | undefined): DialectEvent[] {
  if (spec) return [{ data: spec }];
  const isFailure = data.type === "response.failed" || data.type === "error" || isRecord(data.error);
  return isFailure ? [{ data }] : [];
}

/** Returns the equivalent event of the spec, with the spec's fields. */
function specEvent(data: Body, responseId: string | undefined): Body | undefined {
  const { output_index, content_index } = data;
  const place = { response_id: responseId, output_index };
  switch (data.type) {
    case "response.created":
      return { type: data.type, response: data.response };
    case "response.output_item.added":
    case "response.output_item.done":
      return { type: data.type, ...place, item: data.item };
    case "response.content_part.added":
      return isText(data.part) ? { type: data.type, ...place, content_index, part: data.part } : undefined;
    case "response.output_text.delta":
      return { type: "response.content_part.delta", ...place, content_index, delta: data.delta };
    case "response.completed":
    case "response.incomplete":
      return { type: "response.done", response: data.response };
    default:
      return undefined;
  }
}

function isText(part: unknown): boolean {
  return recordsOf([part]).some(({ type }) => type === "output_text");
}
