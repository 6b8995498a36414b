import type { ProviderRouting } from "#lib/contract/routing.ts";
import { HttpError } from "#server/errors.ts";
import { NOTHING_SPENT } from "#server/ledger/limits/limits.ts";
import type { StopSignal } from "#server/stop-signal.ts";
import { type LedgerCall, settleCall } from "../budget/settle-call.ts";
import type { Attempt, ModelCall } from "../model-call.ts";
import type { Candidate } from "../planning/candidate.ts";
import { withCallFields } from "../planning/deny-call.ts";
import { AllFailed, type Allowed, type Attempted, attemptInOrder } from "./attempt.ts";
import { circuitOf } from "./circuit-breaker.ts";
import { finalError } from "./failure.ts";
import { createHedging } from "./hedge.ts";

/**
 * Runs the attempts of a request. If all fail, settles the request with the usage so far and throws the last failure.
 */
export async function runAttempts<Result>(
  ledgerCall: LedgerCall,
  candidates: readonly Candidate[],
  caller: StopSignal,
  run: (attempt: Attempt) => Promise<Result>,
): Promise<Attempted<Result>> {
  try {
    const { call, lines } = ledgerCall;
    const hedging = createHedging(ledgerCall, caller, run);
    return await attemptInOrder(call, candidates, caller, lines, run, allowedBy(call), hedging);
  } catch (thrown) {
    if (!(thrown instanceof AllFailed)) {
      ledgerCall.reservation.settle(NOTHING_SPENT);
      ledgerCall.call.trace?.fail(thrown instanceof HttpError ? thrown.status : 500);
      throw thrown;
    }
    return throwFailure(ledgerCall, thrown);
  }
}

/** Settles a request that failed and throws its error. */
export async function throwFailure(ledgerCall: LedgerCall, { failure, attempt }: AllFailed): Promise<never> {
  const { gateway } = ledgerCall.call;
  const pausedMs = gateway.circuits.opensAgainAt(circuitOf(attempt.candidate)) - gateway.now();
  const final = finalError(failure, attempt.candidate.provider.name, ledgerCall.call.id, pausedMs);
  const isWithheld = failure.fault === "guardrail";
  const error = isWithheld ? withCallFields(ledgerCall.call, final, ledgerCall.call.trailer(attempt)) : final;
  attempt.state.failure ??= failure;
  settleCall(ledgerCall, attempt, error.status);
  await gateway.ledger.waitForJournal();
  throw error;
}

/** Text is cheap to generate twice. Images, audio and videos are retried only if the first request had no effect. */
function allowedBy({ body, dialect }: ModelCall): Allowed {
  const routing = body.provider as ProviderRouting | null | undefined;
  return { contentPolicyFallbacks: routing?.content_policy_fallbacks === true, billedTwice: dialect !== null };
}
