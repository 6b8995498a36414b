import { isRecord } from "#lib/is-record.ts";
import type { Block } from "../exchange/json.ts";
import { eventError } from "../exchange/send.ts";
import { jsonEvents } from "../wire/json-events.ts";

/** Yields the JSON events of an SSE stream. Throws if an event reports an error. */
export async function* eventsIn(response: Response): AsyncGenerator<Block> {
  for await (const event of jsonEvents(response)) {
    if (isRecord(event.error)) throw eventError(event);
    yield event;
  }
}
