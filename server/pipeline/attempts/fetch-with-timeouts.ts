import type { Dispatcher } from "undici";
import { upstreamFetch } from "#server/providers/exchange/http.ts";
import type { Attempt } from "../model-call.ts";
import type { AttemptTimeouts } from "./attempt-timeouts.ts";

/** A reply to hold in memory; a picture of 50 MB in base64, with room. */
const MAX_BYTES = 256 * 1024 * 1024;

/**
 * A fetch for one attempt, whoever reads its answers: each piece is a sign of life to the attempt's watch, and what is
 * larger than any answer breaks off. `wholeMs`: how long each answer may take to begin, where it comes in one.
 */
export function fetchWithTimeouts(
  dispatcher: Dispatcher,
  { timeouts, state }: Attempt,
  wholeMs: number | undefined,
): typeof fetch {
  const send = upstreamFetch(dispatcher);
  return async (input, init) => {
    if (wholeMs !== undefined) timeouts.extend(wholeMs);
    const response = await send(input, { ...init, signal: init?.signal ?? timeouts.stopper.signal });
    if (response.ok) state.begun = true;
    const { body, status, statusText, headers } = response;
    return body ? new Response(watched(body, timeouts), { status, statusText, headers }) : response;
  };
}

function watched(body: ReadableStream<Uint8Array>, timeouts: AttemptTimeouts): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let sizeBytes = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        if (sizeBytes === 0) timeouts.opened();
        else timeouts.progress();
        sizeBytes += value.byteLength;
        if (sizeBytes > MAX_BYTES) throw new TypeError("terminated", { cause: "The answer is too large" });
        controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
