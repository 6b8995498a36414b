import type { CallerHeaders } from "#server/caller/caller-headers.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { withNumbersOf } from "#server/json/exact-numbers.ts";
import { fromResponse } from "#server/providers/errors/error.ts";
import type { NativeResponse } from "#server/providers/exchange/exchange.ts";
import { requestNative } from "#server/providers/exchange/http.ts";
import { readBounded } from "#server/providers/exchange/upstream-body.ts";
import type { NativeText } from "#server/providers/provider.ts";
import { failureContext } from "../attempts/attempt-failure.ts";
import { traceHeaders } from "../attempts/attempt-trace.ts";
import {
  adapterCredential,
  egressOf,
  transportAccess,
  unframedNative,
  withoutCredential,
} from "../attempts/transport.ts";
import { batchedNative } from "../batching/batched-response.ts";
import { CALLERS_FILE, fetchMedia } from "../media/fetch-media.ts";
import { listIgnoredFields } from "../planning/ignored-fields.ts";
import { noteResponseHeaders } from "../pools/credential-load.ts";
import { safeFields } from "../request-record/safe-fields.ts";
import type { TextAttempt, TextCall } from "../text-call.ts";
import { withInlineImages } from "./inline-images.ts";
import { withInlineSources } from "./inline-sources.ts";
import { withKnownBetas } from "./known-betas.ts";
import { nativeBody } from "./native-body.ts";
import { withoutRejectedReasoning } from "./rejected-reasoning.ts";

/**
 * Sends the request body to an upstream that speaks its dialect; only the model, the credential and gateway fields
 * change. Rejects with an UpstreamError if the upstream rejects it, else with undici's errors, which `asUpstreamError`
 * converts.
 */
export async function sendNative(call: TextCall, attempt: TextAttempt, native: NativeText): Promise<NativeResponse> {
  const { candidate, state } = attempt;
  state.notes = listIgnoredFields(call.body);
  const passed = withKnownBetas(forwardedHeaders(native, call.headers), native, state.notes);
  const made = nativeBody(call.dialect.id, call.body, candidate, native, state.notes);
  const inlineFiles = call.dialect.id === "chat" ? withInlineImages : withInlineSources;
  const inlined =
    candidate.provider.needsContent && inlineFiles(made, (url, maxBytes) => load(call, attempt, url, maxBytes));
  const body = inlined ? withNumbersOf(call.body, await inlined) : made;
  state.sent = { parameters: safeFields(body), headers: Object.keys(passed), isConverted: false };
  const headers = {
    ...passed,
    ...traceHeaders(call, attempt),
    ...native.headers(adapterCredential(candidate)),
  };
  const post = (sent: Body) => sendBody(call, attempt, native, headers, sent);
  const response = await post(body);
  if (isSuccess(response)) return begin(attempt, response);
  const failure = await readBounded(response.body);
  const lighter = withoutRejectedReasoning(call.dialect.id, body, { status: response.status, text: failure }, state);
  const second = lighter && (await post(lighter));
  if (second && isSuccess(second)) return begin(attempt, second);
  const { status, headers: returned } = second ?? response;
  const text = second ? await readBounded(second.body) : failure;
  throw fromResponse({ status, headers: returned, body: text }, failureContext(call, attempt));
}

function isSuccess({ status }: NativeResponse): boolean {
  return status >= 200 && status < 300;
}

function begin({ candidate, state }: TextAttempt, response: NativeResponse): NativeResponse {
  state.hasStarted = true;
  return unframedNative(candidate, response);
}

/** Sends a body, and notes what the response's headers say of the credential. */
async function sendBody(
  call: TextCall,
  attempt: TextAttempt,
  native: NativeText,
  headers: Record<string, string>,
  body: Body,
): Promise<NativeResponse> {
  const { candidate, timeouts } = attempt;
  // A batch at the provider has made the response already: nothing is sent, so no address or credential is needed.
  const transport = call.batched ? undefined : candidate.provider.transport;
  const sent = transport
    ? await transport.prepare(
        { method: "POST", path: native.path, headers: withoutCredential(headers), body },
        transportAccess(call.gateway, candidate),
      )
    : { url: candidate.baseUrl + native.path, headers, body };
  const response = call.batched
    ? batchedNative(call.batched)
    : await requestNative({
        dispatcher: egressOf(call.gateway, candidate.provider),
        url: sent.url,
        headers: sent.headers,
        body: typeof sent.body === "string" ? sent.body : JSON.stringify(sent.body),
        signal: timeouts.stopper,
        // The attempt's own timeouts end it first.
        headersTimeoutMs: 0,
      });
  attempt.trace?.responded(response.status);
  noteResponseHeaders(attempt, response.headers, call.gateway.now());
  return response;
}

function load({ gateway }: TextCall, { timeouts }: TextAttempt, url: URL, maxBytes: number) {
  return fetchMedia(url, gateway.publicEgress, timeouts.stopper.signal, { ...CALLERS_FILE, maxBytes });
}

/** Returns the caller's headers that belong to the dialect. */
export function forwardedHeaders(native: NativeText, headers: CallerHeaders): Record<string, string> {
  const passed: Record<string, string> = {};
  for (const name of native.callerHeaders ?? []) {
    const value = headers.get(name);
    if (value !== null) passed[name] = value;
  }
  return passed;
}
