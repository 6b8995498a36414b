import type { UpstreamError } from "#server/errors.ts";
import { fromResponse, fromThrown } from "#server/providers/error.ts";
import { type NativeResponse, readBounded, requestNative } from "#server/providers/http.ts";
import type { NativeText } from "#server/providers/provider.ts";
import { nativeBody } from "./native-body.ts";
import type { TextAttempt, TextCall } from "./text-call.ts";
import { unheeded } from "./unheeded.ts";
import { stopError } from "./watch.ts";

/** Sends the caller's body to an upstream that speaks its dialect, changed only in model, credential and our own fields. */
export async function sendNative(call: TextCall, attempt: TextAttempt, native: NativeText): Promise<NativeResponse> {
  const { candidate, reading, watch } = attempt;
  reading.notes = unheeded(call.body);
  const response = await orUpstreamError(call, attempt, () =>
    requestNative({
      dispatcher: call.gateway.egress,
      url: candidate.baseUrl + native.path,
      headers: { ...passedOn(native, call.headers), ...native.headers(candidate.credential) },
      body: JSON.stringify(nativeBody(call.dialect.id, call.body, candidate, native, reading.notes)),
      signal: watch.signal,
      // The watch ends the attempt first.
      headersTimeoutMs: 0,
    }),
  );
  if (response.status >= 200 && response.status < 300) return response;
  const body = await orUpstreamError(call, attempt, () => readBounded(response.body));
  throw fromResponse({ status: response.status, headers: response.headers, body }, failureContext(call, attempt));
}

/** Runs a step of an attempt; whatever it throws becomes an upstream's error, a stop of ours, or stays a bug. */
export async function orUpstreamError<T>(call: TextCall, attempt: TextAttempt, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (thrown) {
    throw asUpstreamError(call, attempt, thrown);
  }
}

export function asUpstreamError(call: TextCall, attempt: TextAttempt, thrown: unknown): unknown {
  const stopped = attempt.watch.stopped();
  if (stopped) return stopError(stopped);
  return fromThrown(thrown, failureContext(call, attempt)) ?? thrown;
}

/** A failure that a 200 tells in its body or its events, read as if it had come with the status it names. */
export function toldFailure(
  call: TextCall,
  attempt: TextAttempt,
  told: { status: number; raw: unknown },
): UpstreamError {
  const failure = { status: told.status, headers: {}, body: JSON.stringify(told.raw) };
  return fromResponse(failure, failureContext(call, attempt));
}

function failureContext(call: TextCall, { candidate }: TextAttempt) {
  return { credential: candidate.credential, now: call.gateway.now() };
}

function passedOn(native: NativeText, headers: Headers): Record<string, string> {
  const passed: Record<string, string> = {};
  for (const name of native.callerHeaders ?? []) {
    const value = headers.get(name);
    if (value !== null) passed[name] = value;
  }
  return passed;
}
