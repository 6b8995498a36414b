import { NOTHING_SPENT, type Reservation } from "#server/ledger/limits/limits.ts";
import { endAttempt } from "../../attempts/attempt-trace.ts";
import { runAttempts } from "../../attempts/run-attempts.ts";
import { chargeOf } from "../../budget/charge.ts";
import type { LedgerCall } from "../../budget/settle-call.ts";
import type { MediaOperation } from "../../media/media-operation.ts";
import { recordResponseFacts, runMediaAttempt } from "../../media/run-media-attempt.ts";
import type { Attempt } from "../../model-call.ts";
import { enterMedia, ledgerCallOf, worstMediaCase } from "../../run-media.ts";
import type { Loop } from "../loop.ts";
import type { ToolMoney } from "../server-tool.ts";
import type { ToolCharge } from "../tool-charge.ts";

/** What a nested call returned: a whole result, or all pieces of one. */
export type Nested<Result, Piece> = { result: Result } | { pieces: Piece[] };

/**
 * Runs one of the gateway's own operations as part of a text request: the same plan, guardrails and limits, but its
 * cost is part of the text request's step, whose reservation covers it. The first candidate decides which side pays.
 * Returns undefined if the limits do not cover it. Rejects with HttpError like the operation.
 */
export async function runNestedMedia<Request extends object, Result, Piece>(
  { ledgerCall: outer }: Loop,
  operation: MediaOperation<Request, Result, Piece>,
  body: Record<string, unknown>,
  signal: AbortSignal,
  money: ToolMoney,
): Promise<Nested<Result, Piece> | undefined> {
  const { principal, requestId, call } = outer;
  const incoming = {
    principal,
    headers: call.headers,
    requestId,
    raw: body,
    departure: signal,
    outerTrace: call.trace,
    isPart: true,
  };
  const entered = await enterMedia(call.gateway, operation, { ...incoming, arrivedMs: performance.now() });
  // The text request's own reservation takes over, so that the request's cost limit applies too.
  entered.reservation.settle(NOTHING_SPENT);
  const isByok = entered.candidates[0]?.isByok ?? false;
  const candidates = entered.candidates.filter((candidate) => candidate.isByok === isByok);
  const nested = { ...ledgerCallOf(operation, entered), reservation: HELD_ELSEWHERE };
  const worst = worstMediaCase(operation, entered.call.body as Request, candidates, true);
  if (candidates.length === 0 || !(await money.afford(worst.nanoUsd, isByok))) return undefined;
  try {
    const { result, attempt } = await runAttempts(nested, candidates, signal, (one) =>
      collectPieces(operation, nested, one),
    );
    await money.bill(chargeFor(nested, attempt));
    return result;
  } finally {
    money.release(worst.nanoUsd, isByok);
  }
}

async function collectPieces<Request extends object, Result, Piece>(
  operation: MediaOperation<Request, Result, Piece>,
  { call }: LedgerCall,
  attempt: Attempt,
): Promise<Nested<Result, Piece>> {
  const response = await runMediaAttempt(operation, call, attempt);
  if ("result" in response) return response;
  const pieces = [response.first];
  for (let next = await response.rest.next(); !next.done; next = await response.rest.next()) pieces.push(next.value);
  attempt.timeouts.done();
  recordResponseFacts(attempt.state, response.facts());
  attempt.state.ended = true;
  return { pieces };
}

function chargeFor({ call, measure }: LedgerCall, attempt: Attempt): ToolCharge {
  const { candidate, state } = attempt;
  endAttempt(attempt);
  const { usage } = measure.counted(attempt);
  const { cost, own, serviceTier, unpriced } = chargeOf(call, candidate, state, usage);
  const isBilledOnce = own.lines.some(({ unit }) => unit === "requests");
  return {
    cost,
    credentialId: candidate.own?.id ?? null,
    other: {
      model: candidate.endpoint.upstreamModel,
      modelEndpoint: candidate.endpoint.id,
      usage: { ...usage, ...(isBilledOnce && { requests: 1 }) },
      priceIds: own.lines.map(({ priceId }) => priceId),
      unpriced: cost.unpriced,
      serviceTier,
    },
    unpriced,
  };
}

/** A failed request settles without a cost. */
const HELD_ELSEWHERE: Reservation = {
  uses: () => [],
  charge: () => [],
  settle: () => [],
  extend: async () => true,
  cover: async () => true,
  reservedNanoUsd: () => 0,
  notice: () => undefined,
  isOverdrawn: () => false,
};
