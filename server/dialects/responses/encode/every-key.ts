import { isRecord } from "#lib/is-record.ts";
import type { Body, DialectEvent } from "#server/dialects/dialect.ts";
import { withNumbersOf } from "#server/json/exact-numbers.ts";

/** Response keys that OpenAI omits if they are not set, but that a published client requires. */
const OFTEN_MISSING = { completed_at: null, frequency_penalty: null, presence_penalty: null };

/** Returns a response object, ours or an upstream's, with every key. */
export function withEveryKey(response: Body): Body {
  return withNumbersOf(response, { ...OFTEN_MISSING, ...response });
}

/** Does the same for the response object in a stream event. */
export function withEveryKeyInEvent(event: DialectEvent): DialectEvent {
  const { data } = event;
  if (!isRecord(data) || !isRecord(data.response)) return event;
  return { ...event, data: { ...data, response: withEveryKey(data.response) } };
}
