import type { Body, DialectEvent } from "#server/dialects/dialect.ts";
import { isRecord } from "#server/dialects/read-field.ts";
import { withNumbersOf } from "#server/json/exact-numbers.ts";

/** Keys of a response object that OpenAI leaves out when they are not set, though a published client demands them. */
const OFTEN_MISSING = { completed_at: null, frequency_penalty: null, presence_penalty: null };

/** A response object, our own or an upstream's, with every key. */
export function withEveryKey(response: Body): Body {
  return withNumbersOf(response, { ...OFTEN_MISSING, ...response });
}

/** The same for the response object in a stream's event. */
export function withEveryKeyInEvent(event: DialectEvent): DialectEvent {
  const { data } = event;
  if (!isRecord(data) || !isRecord(data.response)) return event;
  return { ...event, data: { ...data, response: withEveryKey(data.response) } };
}
