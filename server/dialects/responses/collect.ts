import { isRecord } from "#lib/is-record.ts";
import { UpstreamError } from "#server/errors.ts";
import type { Body, DialectEvent } from "../dialect.ts";
import { recordsOf, textOf } from "../read-field.ts";
import { statusOf } from "../stream-failure.ts";

const endings: readonly unknown[] = ["response.completed", "response.incomplete", "response.failed"];

/**
 * Returns the response object of the last event. Throws UpstreamError if it reports a failure, and 502 if the stream
 * was cut before its end.
 */
export function collect(events: DialectEvent[]): Body {
  const end = events.findLast(({ data }) => isRecord(data) && endings.includes(data.type))?.data;
  if (!isRecord(end) || !isRecord(end.response)) {
    throw new UpstreamError(502, "The provider's stream ended early", { retryable: true });
  }
  if (end.type === "response.failed") throw failure(end.response);
  return recordsOf(end.response.output).length > 0 ? end.response : { ...end.response, output: itemsOf(events) };
}

/** Returns the items of single events, for upstreams that do not repeat them at the end. */
function itemsOf(events: DialectEvent[]): readonly Body[] {
  const doneEvents = events.filter(({ data }) => isRecord(data) && data.type === "response.output_item.done");
  return recordsOf(doneEvents.map(({ data }) => (data as Body).item));
}

function failure({ error }: Body): UpstreamError {
  const details = isRecord(error) ? error : {};
  return new UpstreamError(statusOf(details), textOf(details.message) ?? "The provider's stream failed", {
    retryable: true,
  });
}
