import type { Push, Sink } from "#server/api-response.ts";
import { costOf } from "#server/ledger/prices/cost.ts";
import { noteEnd } from "../attempts/attempt.ts";
import { callerStatus } from "../attempts/failure.ts";
import { begin, type LedgerCall, settleCall } from "../budget/settle-call.ts";
import type { Attempt } from "../model-call.ts";
import { termsOf } from "../planning/candidate.ts";
import { responseFacts } from "./media-facts.ts";
import type { MediaOperation, PieceStyle, ResponseFacts } from "./media-operation.ts";
import { mediaFailure, type OpenedPieces, recordResponseFacts } from "./run-media-attempt.ts";

/**
 * Sends the pieces of a response as they arrive and settles the request at the end. A failure in between is encoded in
 * the operation's format; otherwise the connection is cut, so that no client takes a part for the whole.
 */
export function pushPieces<Request, Result, Piece>(
  { pieces: style }: Pick<MediaOperation<Request, Result, Piece>, "pieces">,
  ledgerCall: LedgerCall,
  attempt: Attempt,
  opened: OpenedPieces<Piece>,
): { style: Record<string, string>; body: Push } {
  if (!style) throw new Error("The adapter returned a stream for an operation that has no stream format");
  return {
    style: style.headers(opened.first, factsNow(ledgerCall, attempt)),
    async body(sink) {
      begin(ledgerCall, attempt);
      const failure = await passed(style, ledgerCall, attempt, opened, sink);
      attempt.timeouts.done();
      if (failure) attempt.timeouts.abandon();
      noteEnd(ledgerCall.call.gateway, attempt);
      settleCall(ledgerCall, attempt, failure ? callerStatus(failure) : 200);
      await ledgerCall.call.gateway.ledger.waitForJournal();
      if (!failure) return void (style.end && sink.write(style.end(factsNow(ledgerCall, attempt))));
      if (!style.fail || attempt.timeouts.stopped() === "caller") throw failure;
      sink.write(style.fail({ status: callerStatus(failure), message: failure.message }));
    },
  };
}

/** Sends the pieces. Resolves with the failure, if there is one. */
async function passed<Piece>(
  style: PieceStyle<Piece>,
  ledgerCall: LedgerCall,
  attempt: Attempt,
  { first, rest, facts }: OpenedPieces<Piece>,
  sink: Sink,
) {
  const { state, timeouts } = attempt;
  try {
    for (let piece = first; ; ) {
      recordResponseFacts(state, facts());
      for (const part of partsOf(style.encode(piece, factsNow(ledgerCall, attempt)))) {
        if (sink.write(part)) continue;
        timeouts.hold(true);
        await sink.drained();
        timeouts.hold(false);
      }
      const next = await rest.next();
      if (next.done) break;
      timeouts.progress();
      piece = next.value;
    }
    recordResponseFacts(state, facts());
    state.ended = true;
  } catch (thrown) {
    state.failure = mediaFailure(ledgerCall.call, attempt, thrown);
  }
  return state.failure;
}

function partsOf<Part extends Uint8Array | string>(encoded: Part | readonly Part[]): readonly Part[] {
  return Array.isArray(encoded) ? (encoded as readonly Part[]) : [encoded as Part];
}

/** Returns the facts about a request so far. The cost is final only when the usage is. */
function factsNow({ call, measure }: LedgerCall, attempt: Attempt): ResponseFacts {
  const { candidate, state } = attempt;
  const { usage } = measure.counted(attempt);
  const { variant } = state;
  const { nanoUsd } = costOf(usage, candidate.prices, termsOf(candidate, variant));
  return responseFacts(call, attempt, { usage, costNanoUsd: nanoUsd });
}
