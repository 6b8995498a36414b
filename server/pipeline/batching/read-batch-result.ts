import { UpstreamError } from "#server/errors.ts";
import { NOTHING_SPENT } from "#server/ledger/limits/limits.ts";
import { Stopper } from "#server/stop-signal.ts";
import { AllFailed, type Attempted, beginAttempt, lineOf } from "../attempts/attempt.ts";
import { throwFailure } from "../attempts/run-attempts.ts";
import type { LedgerCall } from "../budget/settle-call.ts";
import type { Attempt } from "../model-call.ts";
import type { Candidate } from "../planning/candidate.ts";

/**
 * Reads the result of a provider's batch as the response of the request's only attempt. Health, circuits and rate
 * limits are left alone, because nothing is sent. Throws like `runAttempts`.
 */
export async function readBatchResult<Result>(
  ledgerCall: LedgerCall,
  candidate: Candidate,
  run: (attempt: Attempt) => Promise<Result>,
): Promise<Attempted<Result>> {
  const { call, lines } = ledgerCall;
  const { gateway } = call;
  const endsAtMs = performance.now() + gateway.environment.TOTAL_TIMEOUT_MS;
  const attempt = beginAttempt(call, candidate, new Stopper(), endsAtMs, false);
  attempt.state.isBatched = true;
  try {
    const result = await run(attempt);
    lines.push(lineOf(gateway, attempt, 200));
    return { result, attempt };
  } catch (thrown) {
    if (!(thrown instanceof UpstreamError)) {
      ledgerCall.reservation.settle(NOTHING_SPENT);
      throw thrown;
    }
    const isAnswered = thrown.fault === "guardrail";
    lines.push(isAnswered ? lineOf(gateway, attempt, 200) : lineOf(gateway, attempt, thrown.status, thrown));
    return throwFailure(ledgerCall, new AllFailed(thrown, attempt));
  }
}
