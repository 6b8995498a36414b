import { isRecord } from "#lib/is-record.ts";
import { chat } from "#server/dialects/chat/chat.ts";
import type { Body, DialectEvent } from "#server/dialects/dialect.ts";
import { recordsOf } from "#server/dialects/read-field.ts";

/**
 * Collects chunks into a completion. What Google said is not text that arrives in pieces, so chat would join it
 * wrongly.
 */
export function collect(events: DialectEvent[]): Body {
  const geminiFields = new Map<unknown, Body>();
  const others = events.map(({ data, ...event }) => ({ ...event, data: withoutGeminiFields(data, geminiFields) }));
  const completion = chat.collect(others);
  for (const { index, message } of recordsOf(completion.choices))
    if (isRecord(message)) Object.assign(message, geminiFields.get(index));
  return completion;
}

function withoutGeminiFields(data: unknown, geminiFields: Map<unknown, Body>): unknown {
  if (!isRecord(data) || !recordsOf(data.choices).some(hasGeminiFields)) return data;
  const choices = recordsOf(data.choices).map((choice) => {
    if (!hasGeminiFields(choice)) return choice;
    const { google, google_parts: parts, ...delta } = choice.delta as Body;
    const known = geminiFields.get(choice.index) ?? {};
    geminiFields.set(choice.index, known);
    if (google !== undefined) known.google = google;
    if (parts !== undefined) known.google_parts = [...recordsOf(known.google_parts), ...recordsOf(parts)];
    return { ...choice, delta };
  });
  return { ...data, choices };
}

function hasGeminiFields({ delta }: Body): boolean {
  return isRecord(delta) && (delta.google !== undefined || delta.google_parts !== undefined);
}
