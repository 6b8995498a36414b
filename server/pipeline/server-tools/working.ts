import { stopError } from "../attempts/attempt-timeouts.ts";
import type { TextAttempt } from "../text-call.ts";
import type { Working } from "./loop-part.ts";

/** Clients and proxies consider a stream broken if it is silent for longer. */
const SIGN_MS = 5_000;

/**
 * Waits for work between two responses of a model, and yields a keepalive every few seconds. Pauses the attempt's idle
 * timeout in the meantime. Throws the attempt's own error if its caller disconnects or its time is over.
 */
export async function* withSigns<Result>(
  work: Promise<Result>,
  { timeouts }: TextAttempt,
): AsyncGenerator<Working, Result, void> {
  // It is awaited below, after each keepalive.
  work.catch(() => undefined);
  timeouts.hold(true);
  try {
    for (;;) {
      const done = await Promise.race([work.then((result) => ({ result })), pause(SIGN_MS)]);
      if (done) return done.result;
      yield { type: "working" };
    }
  } catch (thrown) {
    const stopped = timeouts.stopped();
    throw stopped ? stopError(stopped) : thrown;
  } finally {
    timeouts.hold(false);
  }
}

function pause(ms: number): Promise<undefined> {
  return new Promise((done) => setTimeout(done, ms, undefined).unref());
}
