import type { Body } from "#server/dialects/dialect.ts";
import { readsOutput } from "#server/guardrails/guard.ts";
import { parseJsonText } from "#server/json/shallow-json.ts";
import type { NativeResponse } from "#server/providers/exchange/exchange.ts";
import type { UpstreamBody } from "#server/providers/exchange/upstream-body.ts";
import type { NativeText } from "#server/providers/provider.ts";
import { maskSecrets } from "#server/providers/requests/mask.ts";
import { reportedFailure } from "../attempts/attempt-failure.ts";
import { note, noteItems } from "../attempts/attempt-state.ts";
import type { AttemptTimeouts } from "../attempts/attempt-timeouts.ts";
import { unreadableError } from "../attempts/failure.ts";
import { askForStream, isStreamComplete, readStreamed } from "../attempts/stream-whole-response.ts";
import { guardResponse } from "../guard/guard-output.ts";
import { healResponse, healsResponse } from "../plugins/heal-response.ts";
import { parseResponse } from "../streaming/parse-response.ts";
import { noteResponse } from "../streaming/transcript.ts";
import type { TextAttempt, TextCall } from "../text-call.ts";
import { withModelName } from "./model-naming.ts";
import { sendNative } from "./native-request.ts";
import { sseToJson } from "./sse-to-json.ts";

/**
 * Returns a native upstream's whole response as JSON text, unchanged except for the routing metadata that the caller
 * asked for. Rejects if a 200 contains an error or nothing. While other candidates are left, it asks for a stream, to
 * detect a silent upstream; and also if the model responds in no other way.
 */
export async function runNative(call: TextCall, attempt: TextAttempt, native: NativeText): Promise<string> {
  const prefersStream = attempt.othersLeft || native.onlyStreams?.test(attempt.candidate.endpoint.upstreamModel);
  const asked = prefersStream && isStreamComplete(call) ? await askForStream(call, attempt, native) : undefined;
  if (asked && isStream(asked)) {
    const reply = await readStreamed(call, attempt, asked);
    if (typeof reply.model === "string") reply.model = attempt.candidate.requestedModel;
    if (native.sealsReasoning) call.dialect.sealReasoning?.(reply, attempt.candidate.provider.id);
    call.dialect.complete?.(reply, attempt.candidate.provider.name);
    if (healsResponse(call.body)) healResponse(call.dialect, call.body, reply, call.pluginNotes);
    await guardResponse(call, attempt, reply);
    noteResponse(call, attempt.state, reply);
    return JSON.stringify(Object.assign(reply, call.trailer(attempt)));
  }
  // A whole response shows no content before it is complete; a shorter timeout would discard responses that are paid
  // for.
  attempt.timeouts.extend(call.gateway.environment.LAST_FIRST_CONTENT_TIMEOUT_MS);
  const response = asked ?? (await sendNative(call, attempt, native));
  const text = await readWhole(response.body, attempt.timeouts);
  // A response that is only metered need not keep its numbers as written.
  const isHealed = healsResponse(call.body);
  const isExact =
    isGuarded(call) ||
    isHealed ||
    call.storesContent ||
    call.dialect.complete !== undefined ||
    native.sealsReasoning === true;
  const came = parseResponse(text, isExact ? parseJsonText : JSON.parse);
  const reply = came ? noteObservation(call, attempt, came) : streamed(call, attempt, response, text);
  const upstreamModel = reply.model;
  if (typeof upstreamModel === "string") reply.model = attempt.candidate.requestedModel;
  if (native.sealsReasoning) call.dialect.sealReasoning?.(reply, attempt.candidate.provider.id);
  const isCompleted = call.dialect.complete?.(reply, attempt.candidate.provider.name) === true;
  if (isHealed) healResponse(call.dialect, call.body, reply, call.pluginNotes);
  const guarding = guardResponse(call, attempt, reply);
  if (guarding) await guarding;
  noteResponse(call, attempt.state, reply);
  const trailer = call.trailer(attempt);
  if (!came || isExact || isCompleted) return JSON.stringify(Object.assign(reply, trailer));
  const { requestedModel: model } = attempt.candidate;
  if (!trailer) return withModelName(text, upstreamModel, model);
  return JSON.stringify(Object.assign(parseJsonText(text) as Body, upstreamModel !== undefined && { model }, trailer));
}

function noteObservation(call: TextCall, attempt: TextAttempt, response: Body): Body {
  const observation = call.dialect.observeResponse(response);
  if (observation.error) throw reportedFailure(call, attempt, observation.error);
  note(attempt.state, { ...observation, content: true, end: true }, performance.now());
  noteItems(attempt.state, { ...observation, end: true }, attempt.candidate.provider.native?.[call.dialect.id]);
  return response;
}

function streamed(call: TextCall, attempt: TextAttempt, response: NativeResponse, text: string): Body {
  if (isStream(response)) return sseToJson(call, attempt, text);
  throw unreadableError(maskSecrets(text.slice(0, 2000), attempt.candidate.credential));
}

function isStream({ headers }: NativeResponse): boolean {
  return String(headers["content-type"] ?? "").includes("text/event-stream");
}

function isGuarded({ guard }: TextCall): boolean {
  return guard !== undefined && readsOutput(guard);
}

/** Reads a whole body. The whitespace that some upstreams send while they work does not count as content. */
export function readWhole(body: UpstreamBody, timeouts: AttemptTimeouts): Promise<string> {
  return new Promise((done, failed) => {
    const chunks: Buffer[] = [];
    let isOpened = false;
    body.flow({
      data(chunk) {
        if (!isBlank(chunk)) {
          if (isOpened) timeouts.progress();
          else timeouts.opened();
          isOpened = true;
        }
        chunks.push(chunk);
      },
      end: () => done((chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)).toString("utf8")),
      failed,
    });
  });
}

const SPACE = 32;

function isBlank(chunk: Buffer): boolean {
  return chunk.every((byte) => byte <= SPACE);
}
