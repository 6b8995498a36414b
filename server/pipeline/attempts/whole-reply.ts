import type { DialectEvent } from "#server/dialects/dialect.ts";
import { convertedEvents } from "../converted/converted-stream.ts";
import { guardReply } from "../guard/guard-answer.ts";
import { nativeReply } from "../native/native-reply.ts";
import { noteReply } from "../streaming/transcript.ts";
import type { TextAttempt, TextCall } from "../text-call.ts";
import { asUpstreamError } from "./attempt-failure.ts";
import { cutOff } from "./failure.ts";

/** A whole reply of one candidate, as JSON text. Rejects with an UpstreamError, so that the next one can be tried. */
export async function wholeReply(call: TextCall, attempt: TextAttempt): Promise<string> {
  const native = attempt.candidate.provider.native?.[call.dialect.id];
  try {
    return native ? await nativeReply(call, attempt, native) : await collected(call, attempt);
  } catch (thrown) {
    throw asUpstreamError(call, attempt, thrown);
  } finally {
    attempt.watch.done();
  }
}

// A converted reply that is not streamed is the same stream, collected.
async function collected(call: TextCall, attempt: TextAttempt): Promise<string> {
  const all: DialectEvent[] = [];
  const { reading, watch } = attempt;
  let opened = false;
  for await (const events of convertedEvents(call, attempt)) {
    if (!opened && reading.firstContentMs !== undefined) {
      opened = true;
      watch.opened();
    }
    all.push(...events);
  }
  if (!reading.ended) throw cutOff();
  const reply = call.dialect.collect(all);
  await guardReply(call, attempt, reply);
  noteReply(call, attempt.reading, reply);
  return JSON.stringify(reply);
}
