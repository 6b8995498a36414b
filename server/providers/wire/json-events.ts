import { isRecord } from "#lib/is-record.ts";
import { type Block, tryParse } from "../exchange/json.ts";
import { unusableError } from "../exchange/send.ts";
import { createFrames, eachData } from "./frames.ts";

/** Yields the JSON events of an SSE stream up to `[DONE]`, whatever they report. Throws if one is no JSON object. */
export async function* jsonEvents({ body }: Pick<Response, "body">): AsyncGenerator<Block> {
  const frames = createFrames();
  for await (const { buffer, byteOffset, byteLength } of body ?? []) {
    const whole = frames.push(Buffer.from(buffer, byteOffset, byteLength));
    const texts: string[] = [];
    if (whole) eachData(whole, (data) => texts.push(data));
    for (const data of texts) {
      if (data === "[DONE]") return;
      const event = tryParse(data);
      if (!isRecord(event)) throw unusableError(data);
      yield event;
    }
  }
}
