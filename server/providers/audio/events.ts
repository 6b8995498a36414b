import { isRecord } from "#lib/is-record.ts";
import { type Block, tryParse } from "../exchange/json.ts";
import { eventError, unusableError } from "../exchange/send.ts";
import { createFrames, eachData } from "../wire/frames.ts";

/** Yields the JSON events of an SSE stream. Throws if an event reports an error. */
export async function* eventsIn({ body }: Response): AsyncGenerator<Block> {
  const frames = createFrames();
  for await (const { buffer, byteOffset, byteLength } of body ?? []) {
    const whole = frames.push(Buffer.from(buffer, byteOffset, byteLength));
    const texts: string[] = [];
    if (whole) eachData(whole, (data) => texts.push(data));
    for (const data of texts) {
      if (data === "[DONE]") return;
      const event = tryParse(data);
      if (!isRecord(event)) throw unusableError(data);
      if (isRecord(event.error)) throw eventError(event);
      yield event;
    }
  }
}
