import { isRecord } from "#lib/is-record.ts";
import { chat } from "#server/dialects/chat/chat.ts";
import type { Body, DialectEvent } from "#server/dialects/dialect.ts";
import { recordsOf } from "#server/dialects/read-field.ts";

/** Collects chunks into a completion. What Google said is not text that arrives in pieces, so chat would join it wrongly. */
export function collect(events: DialectEvent[]): Body {
  const carried = new Map<unknown, Body>();
  const others = events.map(({ data, ...event }) => ({ ...event, data: withoutCarried(data, carried) }));
  const completion = chat.collect(others);
  for (const { index, message } of recordsOf(completion.choices))
    if (isRecord(message)) Object.assign(message, carried.get(index));
  return completion;
}

function withoutCarried(data: unknown, carried: Map<unknown, Body>): unknown {
  if (!isRecord(data) || !recordsOf(data.choices).some(hasCarried)) return data;
  const choices = recordsOf(data.choices).map((choice) => {
    if (!hasCarried(choice)) return choice;
    const { google, google_parts: parts, ...delta } = choice.delta as Body;
    const known = carried.get(choice.index) ?? {};
    carried.set(choice.index, known);
    if (google !== undefined) known.google = google;
    if (parts !== undefined) known.google_parts = [...recordsOf(known.google_parts), ...recordsOf(parts)];
    return { ...choice, delta };
  });
  return { ...data, choices };
}

function hasCarried({ delta }: Body): boolean {
  return isRecord(delta) && (delta.google !== undefined || delta.google_parts !== undefined);
}
