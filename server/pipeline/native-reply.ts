import type { Body } from "#server/dialects/dialect.ts";
import { readsAnswer } from "#server/guardrails/guard.ts";
import type { NativeResponse } from "#server/providers/exchange.ts";
import { maskSecrets } from "#server/providers/mask.ts";
import type { NativeText } from "#server/providers/provider.ts";
import type { UpstreamBody } from "#server/providers/upstream-body.ts";
import { parseJsonText } from "#server/shallow-json.ts";
import { toldFailure } from "./attempt-failure.ts";
import { unreadable } from "./failure.ts";
import { gathered } from "./gathered.ts";
import { guardReply } from "./guard-answer.ts";
import { sendNative } from "./native-request.ts";
import { parseReply } from "./parse-reply.ts";
import { note } from "./reading.ts";
import type { TextAttempt, TextCall } from "./text-call.ts";
import { noteReply } from "./transcript.ts";
import type { Watch } from "./watch.ts";

/**
 * A whole reply of an upstream that speaks the caller's dialect, as JSON text for the caller:
 * as it came, but for routing metadata that was asked for. Rejects when a 200 says an error or nothing.
 */
export async function nativeReply(call: TextCall, attempt: TextAttempt, native: NativeText): Promise<string> {
  // Nothing of a whole reply is seen before all of it is written: a shorter time would throw paid answers away.
  attempt.watch.extend(call.gateway.environment.LAST_FIRST_CONTENT_TIMEOUT_MS);
  const response = await sendNative(call, attempt, native);
  const text = await readWhole(response.body, attempt.watch);
  // What is only counted need not say its numbers as they stand.
  const came = parseReply(text, isGuarded(call) || call.isKept ? parseJsonText : JSON.parse);
  const reply = came ? observed(call, attempt, came) : streamed(call, attempt, response, text);
  const guarding = guardReply(call, attempt, reply);
  if (guarding) await guarding;
  noteReply(call, attempt.reading, reply);
  const trailer = call.trailer(attempt);
  if (!came || isGuarded(call)) return JSON.stringify(Object.assign(reply, trailer));
  return trailer ? JSON.stringify(Object.assign(parseJsonText(text) as Body, trailer)) : text;
}

function observed(call: TextCall, attempt: TextAttempt, reply: Body): Body {
  const seen = call.dialect.observeReply(reply);
  if (seen.error) throw toldFailure(call, attempt, seen.error);
  note(attempt.reading, { ...seen, content: true, end: true }, performance.now());
  return reply;
}

function streamed(call: TextCall, attempt: TextAttempt, { headers }: NativeResponse, text: string): Body {
  const isStream = String(headers["content-type"] ?? "").includes("text/event-stream");
  if (isStream) return gathered(call, attempt, text);
  throw unreadable(maskSecrets(text.slice(0, 2000), attempt.candidate.credential));
}

function isGuarded({ guard }: TextCall): boolean {
  return guard !== undefined && readsAnswer(guard);
}

/** A whole body. Some upstreams send blanks until the answer is there: each sign of life counts. */
export function readWhole(body: UpstreamBody, watch: Watch): Promise<string> {
  return new Promise((done, failed) => {
    const chunks: Buffer[] = [];
    body.flow({
      data(chunk) {
        if (chunks.length === 0) watch.opened();
        else watch.progress();
        chunks.push(chunk);
      },
      end: () => done((chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)).toString("utf8")),
      failed,
    });
  });
}
