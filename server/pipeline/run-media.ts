import { gateway } from "#server/gateway.ts";
import { pushJson } from "#server/json/json-pieces.ts";
import { worstCostOf } from "#server/ledger/prices/worst-cost.ts";
import type { Reply } from "#server/reply.ts";
import { tried } from "./attempts/tried.ts";
import { type Bill, settle } from "./budget/meter.ts";
import { NO_ROOM, PLENTY, type Room } from "./budget/worst-case.ts";
import { type Entered, enterCall, type IncomingCall } from "./enter-call.ts";
import { guardMedia } from "./guard/guard-media.ts";
import { answerMedia } from "./media/answer-media.ts";
import { replyFacts } from "./media/media-facts.ts";
import type { MediaOperation } from "./media/media-operation.ts";
import { pushPieces } from "./media/media-pieces.ts";
import { type Candidate, termsOf } from "./planning/candidate.ts";
import { withDefaultModel } from "./planning/workspace-defaults.ts";

/**
 * The way of a model call that is no text: plan, guardrails and reservation as for text, then its candidates in order
 * until one answers, whole or with its first piece; nothing is sent to the caller before that.
 */
export async function runMedia<Request extends object, Result, Piece>(
  operation: MediaOperation<Request, Result, Piece>,
  call: IncomingCall,
): Promise<Reply> {
  const entered = await enterMedia(operation, call);
  const bill = billOf(operation, entered);
  const run = tried(bill, entered.candidates, call.departure, (attempt) => answerMedia(operation, bill.call, attempt));
  const { result: answer, attempt } = await run;
  const headers = { "x-generation-id": bill.call.id };
  if ("first" in answer) {
    const { style, body } = pushPieces(operation, bill, attempt, answer);
    return { status: 200, headers: { ...style, ...headers }, body };
  }
  const facts = replyFacts(bill.call, attempt, settle(bill, attempt, 200));
  await bill.call.gateway.ledger.kept();
  const reply = { ...operation.reply(answer.result, facts), ...bill.call.trailer(attempt) };
  const body = operation.hasAscii ? pushJson(reply) : JSON.stringify(reply);
  return { status: 200, headers: { "content-type": "application/json", ...headers }, body };
}

/** What a media call goes through before its first attempt. The contract has checked that the body is a `Request`. */
export function enterMedia<Request extends object, Result, Piece>(
  operation: MediaOperation<Request, Result, Piece>,
  call: IncomingCall,
): Promise<Entered> {
  const open = gateway();
  const body = withDefaultModel(open, call.principal, call.raw, operation.defaultModel);
  const asked = body as Request;
  return enterCall(open, call, {
    operation: operation.id,
    dialect: null,
    body,
    streamed: operation.streams?.(asked) ?? false,
    wanted: {
      makes: operation.makes,
      parameters: operation.parameters?.(asked) ?? [],
      serves: operation.serves,
      refuses: (endpoint, model) => operation.refuses?.(asked, endpoint, model),
      charges: (endpoint) => operation.charges?.(asked, endpoint) ?? {},
    },
    guard: (some, effective) => guardMedia(operation, some, effective),
    worstOf(some, candidates, holds) {
      const room = worstOf(operation, some as Request, candidates, false);
      return holds(room.nanoUsd * PLENTY) ? room : worstOf(operation, some as Request, candidates, true);
    },
  });
}

/** The bill of a call that has entered. */
export function billOf<Request extends object, Result, Piece>(
  operation: MediaOperation<Request, Result, Piece>,
  entered: Entered,
): Bill {
  const estimate = ({ endpoint }: Candidate) => operation.estimate(entered.call.body as Request, endpoint);
  return {
    ...entered,
    measure: {
      counted({ candidate, reading: { usage, firstContentMs } }) {
        if (usage) return { usage, estimated: false };
        if (firstContentMs === undefined) return { usage: {}, estimated: false };
        return { usage: estimate(candidate), estimated: true };
      },
      begun: ({ candidate, reading: { usage } }) => usage ?? estimate(candidate),
    },
  };
}

function worstOf<Request extends object, Result, Piece>(
  operation: MediaOperation<Request, Result, Piece>,
  body: Request,
  candidates: readonly Candidate[],
  isScarce: boolean,
): Room {
  const costs = candidates.map((candidate) => {
    const { variant, ...bound } = operation.bound(body, candidate.endpoint, isScarce);
    return worstCostOf(bound, candidate.prices, termsOf(candidate, variant));
  });
  return { ...NO_ROOM, nanoUsd: Math.max(0, ...costs) };
}
