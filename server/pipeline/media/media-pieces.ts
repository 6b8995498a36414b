import { costOf } from "#server/ledger/prices/cost.ts";
import type { Push, Sink } from "#server/reply.ts";
import { noteEnd } from "../attempts/attempt.ts";
import { callerStatus } from "../attempts/failure.ts";
import { type Bill, begin, settle } from "../budget/meter.ts";
import type { Attempt } from "../model-call.ts";
import { termsOf } from "../planning/candidate.ts";
import { mediaFailure, noteTold, type OpenedPieces } from "./answer-media.ts";
import { replyFacts } from "./media-facts.ts";
import type { MediaOperation, PieceStyle, ReplyFacts } from "./media-operation.ts";

/**
 * Passes the pieces of an answer on as they come, and settles when they have ended. A failure among them is told as
 * the operation's style tells it; else the connection is cut, so that nobody takes the start for the whole.
 */
export function pushPieces<Request, Result, Piece>(
  { pieces: style }: Pick<MediaOperation<Request, Result, Piece>, "pieces">,
  bill: Bill,
  attempt: Attempt,
  opened: OpenedPieces<Piece>,
): { style: Record<string, string>; body: Push } {
  if (!style) throw new Error("An operation without a style for pieces was answered in pieces");
  return {
    style: style.headers(opened.first, factsNow(bill, attempt)),
    async body(sink) {
      begin(bill, attempt);
      const failure = await passed(style, bill, attempt, opened, sink);
      attempt.watch.done();
      if (failure) attempt.watch.abandon();
      noteEnd(bill.call.gateway, attempt);
      settle(bill, attempt, failure ? callerStatus(failure) : 200);
      await bill.call.gateway.ledger.kept();
      if (!failure) return void (style.end && sink.write(style.end));
      if (!style.fail || attempt.watch.stopped() === "caller") throw failure;
      sink.write(style.fail({ status: callerStatus(failure), message: failure.message }));
    },
  };
}

/** Resolves with what went wrong. */
async function passed<Piece>(
  style: PieceStyle<Piece>,
  bill: Bill,
  attempt: Attempt,
  { first, rest, told }: OpenedPieces<Piece>,
  sink: Sink,
) {
  const { reading, watch } = attempt;
  try {
    for (let piece = first; ; ) {
      noteTold(reading, told());
      for (const part of partsOf(style.encode(piece, factsNow(bill, attempt)))) {
        if (sink.write(part)) continue;
        watch.hold(true);
        await sink.drained();
        watch.hold(false);
      }
      const next = await rest.next();
      if (next.done) break;
      watch.progress();
      piece = next.value;
    }
    noteTold(reading, told());
    reading.ended = true;
  } catch (thrown) {
    reading.failure = mediaFailure(bill.call, attempt, thrown);
  }
  return reading.failure;
}

function partsOf<Part extends Uint8Array | string>(encoded: Part | readonly Part[]): readonly Part[] {
  return Array.isArray(encoded) ? (encoded as readonly Part[]) : [encoded as Part];
}

/** What is known of the call by now: the cost is final only when the usage is. */
function factsNow({ call, measure }: Bill, attempt: Attempt): ReplyFacts {
  const { candidate, reading } = attempt;
  const { usage } = measure.counted(attempt);
  const { variant } = reading;
  const { nanoUsd } = costOf(usage, candidate.prices, termsOf(candidate, variant));
  return replyFacts(call, attempt, { usage, costNanoUsd: nanoUsd });
}
