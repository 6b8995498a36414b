import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { UpstreamError } from "#server/errors.ts";
import type { StopSignal } from "#server/stop-signal.ts";
import { beginAttempt, lineOf, noteEnd, noteFailure, noteSuccess } from "../attempts/attempt.ts";
import { asUpstreamError } from "../attempts/attempt-failure.ts";
import { endAttempt } from "../attempts/attempt-trace.ts";
import { circuitOf } from "../attempts/circuit-breaker.ts";
import { cutOffError } from "../attempts/failure.ts";
import { begin, chargePartialResponse, type LedgerCall } from "../budget/settle-call.ts";
import { guardBody, type RequestTextFinder } from "../guard/guard-request.ts";
import { neutralParts } from "../native/neutral-parts.ts";
import type { Candidate } from "../planning/candidate.ts";
import { prepend } from "../streaming/prepend.ts";
import type { TextAttempt, TextCall } from "../text-call.ts";
import type { Resume } from "./continuation.ts";
import { canContinue } from "./resumable.ts";

/**
 * Returns a function that continues a broken response with the next candidates, one by one, until one produces text.
 */
export function createResume(
  ledgerCall: LedgerCall & { call: TextCall },
  attempt: TextAttempt,
  candidates: readonly Candidate[],
  caller: StopSignal,
): Resume {
  const { call } = ledgerCall;
  const { gateway } = call;
  const left = candidates.slice(candidates.indexOf(attempt.candidate) + 1);
  const endsAtMs = ledgerCall.arrivedMs + gateway.environment.TOTAL_TIMEOUT_MS;
  return async (failure, delivered) => {
    if (!(await mayBeSent(call, delivered))) return undefined;
    for (let next = left.shift(); next; next = left.shift()) {
      if (!canContinue(next, attempt.candidate)) continue;
      if (!gateway.circuits.allows(circuitOf(next), gateway.now())) continue;
      // The new candidate's input is charged too.
      if (!(await ledgerCall.reservation.extend(ledgerCall.worst.nanoUsd, next.isByok))) return undefined;
      const fresh = beginAttempt(call, next, caller, endsAtMs, true);
      try {
        const parts = neutralParts(call, fresh, { prefill: delivered });
        const held = await untilText(parts);
        fresh.timeouts.opened();
        noteSuccess(gateway, next);
        const brokenId = takeOver(ledgerCall, attempt, fresh, failure);
        const { provider } = next;
        const resumed = {
          provider: provider.id,
          model: next.requestedModel,
          reason: failure.message,
          generation_id: brokenId,
        };
        return { parts: prepend(held, parts), resumed };
      } catch (thrown) {
        const error = asUpstreamError(call, fresh, thrown);
        fresh.timeouts.done();
        fresh.timeouts.abandon();
        endAttempt(fresh, error instanceof UpstreamError ? error.status : 500);
        if (!(error instanceof UpstreamError)) throw error;
        ledgerCall.lines.push(lineOf(gateway, fresh, error.status, error));
        noteFailure(gateway, next, error);
      }
    }
    return undefined;
  };
}

/** Returns whether input rules find nothing in the text of one model, which is now sent to another. */
async function mayBeSent({ guard }: TextCall, text: string): Promise<boolean> {
  if (!guard) return true;
  const findTexts: RequestTextFinder = () => ({
    slots: [{ role: "assistant", path: "delivered", text, replace: () => undefined }],
    unreadable: [],
  });
  const { found } = await guardBody(findTexts, {}, guard.effective);
  return found.every(({ applied }) => applied.verdict === "allowed" || applied.verdict === "flagged");
}

/** Reads up to the first text. Until then a candidate can fail without the caller noticing. */
async function untilText(parts: AsyncIterator<LanguageModelV4StreamPart>): Promise<LanguageModelV4StreamPart[]> {
  const held: LanguageModelV4StreamPart[] = [];
  for (;;) {
    const { done, value } = await parts.next();
    if (done) throw cutOffError();
    held.push(value);
    if (value.type === "text-delta" || value.type === "finish") return held;
  }
}

/**
 * Charges for the partial response and moves the attempt to the new candidate. Returns the generation id of the partial
 * response.
 */
function takeOver(ledgerCall: LedgerCall, attempt: TextAttempt, fresh: TextAttempt, failure: UpstreamError): string {
  const { state, timeouts } = attempt;
  state.failure = failure;
  const brokenId = chargePartialResponse(ledgerCall, attempt);
  noteEnd(ledgerCall.call.gateway, attempt);
  timeouts.done();
  timeouts.abandon();
  const { guard, transcript, encoder, firstContentMs } = state;
  const kept = { guard, transcript, encoder, firstContentMs };
  const notes = [...state.notes, ...fresh.state.notes, `resume: continues ${brokenId}`];
  Object.assign(fresh.state, kept, { notes });
  const { candidate, trace, isInFlight } = fresh;
  const taken = { candidate, timeouts: fresh.timeouts, state: fresh.state, isInFlight };
  Object.assign(attempt, taken, trace && { trace });
  ledgerCall.lines.push(lineOf(ledgerCall.call.gateway, fresh, 200));
  // If the process dies now, the first part is already charged and only the rest is open.
  begin(ledgerCall, attempt);
  return brokenId;
}
