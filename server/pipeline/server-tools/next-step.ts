import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { UpstreamError } from "#server/errors.ts";
import { AllFailed, attemptInOrder } from "../attempts/attempt.ts";
import { asUpstreamError } from "../attempts/attempt-failure.ts";
import type { AttemptLine } from "../attempts/attempt-line.ts";
import { cutOffError } from "../attempts/failure.ts";
import { begin } from "../budget/settle-call.ts";
import { extendReservation } from "../budget/worst-case.ts";
import type { MoreContent } from "../converted/added-content.ts";
import { neutralParts } from "../native/neutral-parts.ts";
import type { Candidate } from "../planning/candidate.ts";
import { prepend } from "../streaming/prepend.ts";
import type { TextAttempt } from "../text-call.ts";
import type { Loop } from "./loop.ts";
import { reserveStep } from "./reserve-step.ts";

type Parts = AsyncIterable<LanguageModelV4StreamPart>;

/**
 * Sends the conversation with the tools' results and returns the parts of the model's next response, at the same
 * candidate or, if it fails, at one of the others. Returns undefined if the request's own cost limit does not cover it.
 * Rejects with an UpstreamError: 402 if the spending limits do not cover it, otherwise the last candidate's.
 */
export async function nextStep(loop: Loop, more: MoreContent): Promise<Parts | undefined> {
  const { ledgerCall, attempt } = loop;
  const candidates = candidatesFor(loop);
  const worst = await reserveStep(loop, candidates, more);
  if (!worst) return undefined;
  const parts = await openStep(loop, candidates, more);
  loop.grow = extendReservation(ledgerCall.reservation, worst, attempt.candidate.isByok);
  // If the process dies now, the new step of a stream is charged for its input. The finished steps are recorded already.
  if (ledgerCall.call.streamed) begin(ledgerCall, attempt);
  return parts;
}

/** The last candidate comes first. The others must be paid by the same side, because the reservation was made for it. */
function candidatesFor({ candidates, attempt }: Loop): Candidate[] {
  const { candidate } = attempt;
  const others = candidates.slice(candidates.indexOf(candidate) + 1);
  return [candidate, ...others.filter(({ isByok, provider }) => isByok === candidate.isByok && provider.text)];
}

/** Opens the step at the first candidate that responds, which becomes the loop's attempt. */
async function openStep(loop: Loop, candidates: readonly Candidate[], more: MoreContent): Promise<Parts> {
  const { ledgerCall, attempt, caller } = loop;
  const { call, lines } = ledgerCall;
  if (loop.line) lines.push(loop.line);
  const endsAtMs = ledgerCall.arrivedMs + call.gateway.environment.TOTAL_TIMEOUT_MS;
  try {
    const allowed = { contentPolicyFallbacks: false, billedTwice: true, endsAtMs };
    const run = (fresh: TextAttempt) => open(loop, fresh, more);
    const opened = await attemptInOrder(call, candidates, caller, lines, run, allowed);
    takeOver(attempt, opened.attempt);
    return opened.result;
  } catch (thrown) {
    if (!(thrown instanceof AllFailed)) throw thrown;
    takeOver(attempt, thrown.attempt);
    const { status, message, fault, raw, limit } = thrown.failure;
    // Another candidate would start the whole response again.
    throw new UpstreamError(status, message, { retryable: false, fault, ...(raw && { raw }), ...(limit && { limit }) });
  } finally {
    // The caller of a whole response adds the line of its last attempt when all steps are over.
    if (loop.line) loop.line = lines.pop() as AttemptLine;
  }
}

/** Resolves at the first part with content: until then another candidate can be tried. */
async function open({ ledgerCall }: Loop, fresh: TextAttempt, more: MoreContent): Promise<Parts> {
  const parts = neutralParts(ledgerCall.call, fresh, { more });
  const held: LanguageModelV4StreamPart[] = [];
  try {
    while (fresh.state.firstContentMs === undefined) {
      const { done, value } = await parts.next();
      if (done) throw cutOffError();
      held.push(value);
    }
  } catch (thrown) {
    fresh.timeouts.done();
    fresh.timeouts.abandon();
    throw asUpstreamError(ledgerCall.call, fresh, thrown);
  }
  fresh.timeouts.opened();
  return prepend(held, parts);
}

/** Makes the attempt of a new step the loop's. Both share what the caller has received so far. */
function takeOver(attempt: TextAttempt, fresh: TextAttempt): void {
  const { guard, transcript, encoder, notes, dropped } = attempt.state;
  attempt.timeouts.done();
  const state = Object.assign(fresh.state, {
    ...(guard && { guard }),
    ...(transcript && { transcript }),
    ...(encoder && { encoder }),
    ...(dropped && { dropped }),
    notes: [...new Set([...notes, ...fresh.state.notes])],
  });
  const { candidate, timeouts, startedMs, trace, isInFlight } = fresh;
  Object.assign(attempt, { candidate, timeouts, state, startedMs, isInFlight, ...(trace && { trace }) });
}
