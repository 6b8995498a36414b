import { upstreamFetch } from "#server/providers/exchange/http.ts";
import type { Attempt, ModelCall } from "../model-call.ts";
import { noteResponseHeaders } from "../pools/credential-load.ts";
import type { AttemptTimeouts } from "./attempt-timeouts.ts";
import { tracedFetch } from "./attempt-trace.ts";
import { egressOf, transportFetch } from "./transport.ts";

/** Largest response held in memory: a 50 MB image in base64, with headroom. */
const MAX_BYTES = 256 * 1024 * 1024;

/**
 * Returns a fetch for one attempt. Each chunk restarts the attempt's idle timeout, and a response larger than
 * `MAX_BYTES` is cut off. `wholeMs`: the time each response may take to start, for responses that arrive in one piece.
 */
export function fetchWithTimeouts(call: ModelCall, attempt: Attempt, wholeMs: number | undefined): typeof fetch {
  const { timeouts, state } = attempt;
  const { gateway } = call;
  const { candidate } = attempt;
  const wire = upstreamFetch(egressOf(gateway, candidate.provider));
  const send = transportFetch(gateway, candidate, tracedFetch(call, attempt, wire));
  return async (input, init) => {
    if (wholeMs !== undefined) timeouts.extend(wholeMs);
    const response = await send(input, { ...init, signal: init?.signal ?? timeouts.stopper.signal });
    noteResponseHeaders(attempt, response.headers, gateway.now());
    if (response.ok) state.hasStarted = true;
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
        if (sizeBytes > MAX_BYTES) throw new TypeError("terminated", { cause: "The response is too large" });
        controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
