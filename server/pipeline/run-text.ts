import type { createChatCompletion } from "#lib/contract/chat.ts";
import type { createMessage } from "#lib/contract/messages.ts";
import type { createResponse } from "#lib/contract/responses.ts";
import type { Body, Dialect } from "#server/dialects/dialect.ts";
import { SSE_HEADERS } from "#server/dialects/frames.ts";
import { gateway } from "#server/gateway.ts";
import type { Call } from "#server/http/operation.ts";
import type { Push, Reply } from "#server/reply.ts";
import type { StopSignal } from "#server/stop-signal.ts";
import { noteEnd } from "./attempts/attempt.ts";
import { callerStatus } from "./attempts/failure.ts";
import { tried } from "./attempts/tried.ts";
import { wholeReply } from "./attempts/whole-reply.ts";
import { pricesOfOther } from "./budget/charge.ts";
import { type Bill, begin, settle } from "./budget/meter.ts";
import { textMeasure } from "./budget/text-usage.ts";
import { roomFor, worstCase } from "./budget/worst-case.ts";
import { droppedHeader } from "./dropped.ts";
import { enterCall } from "./enter-call.ts";
import { guardRequest } from "./guard/guard-request.ts";
import type { Candidate } from "./planning/candidate.ts";
import { sessionKey } from "./planning/sessions.ts";
import { textWants } from "./planning/text-wants.ts";
import { withDefaultModel } from "./planning/workspace-defaults.ts";
import { isResumable } from "./resume/resumable.ts";
import { createResume } from "./resume/resume.ts";
import { openStream } from "./streaming/open-stream.ts";
import type { OpenedStream, Rewrite, StreamMoney, TextAttempt, TextCall, Write } from "./text-call.ts";

type TextEndpoint = typeof createResponse | typeof createMessage | typeof createChatCompletion;
type TextBill = Bill & { call: TextCall };

/**
 * The way of a text call: plan its candidates, reserve its worst case, try them in order, pass the answer on,
 * settle. Nothing is sent to the caller before the first content of an upstream.
 */
export async function runText(
  dialect: Dialect,
  operation: string,
  call: Call<TextEndpoint>,
  rewriter?: () => Rewrite,
): Promise<Reply> {
  const open = gateway();
  const body: Body = withDefaultModel(open, call.principal, call.raw, "textModel");
  const streamed = body.stream === true;
  // A whole reply cannot be ended in the middle, so that all it may cost is reserved at once.
  const firstTokens = streamed ? open.environment.RESERVE_OUTPUT_TOKENS : Number.MAX_SAFE_INTEGER;
  const pricesOf = (candidate: Candidate, model: string) => pricesOfOther(open, candidate, model).prices;
  const entered = await enterCall(open, call, {
    ...{ operation, dialect, body, streamed },
    wanted: textWants(dialect, body),
    guard: (some, effective) => guardRequest(dialect, some, effective),
    worstOf: (some, candidates, holds) => worstCase(dialect, some, candidates, firstTokens, holds, pricesOf),
  });
  const text: TextCall = { ...entered.call, dialect, ...(rewriter && { rewriter }) };
  const bill: TextBill = { ...entered, call: text, measure: textMeasure(text) };
  const session = sessionKey(text.body, text.headers, call.principal.workspaceId);
  const candidates = open.sessions.order(session, entered.candidates, open.now());
  return streamed
    ? await answerStreamed(bill, candidates, call.departure, session)
    : await answerWhole(bill, candidates, call.departure, session);
}

async function answerWhole(
  bill: TextBill,
  candidates: readonly Candidate[],
  caller: StopSignal,
  session: string | undefined,
): Promise<Reply> {
  const { result, attempt } = await tried(bill, candidates, caller, (attempt) => wholeReply(bill.call, attempt));
  bill.call.gateway.sessions.keep(session, attempt.candidate);
  settle(bill, attempt, 200);
  await bill.call.gateway.ledger.kept();
  return { status: 200, headers: { "content-type": "application/json", ...replyHeaders(bill, attempt) }, body: result };
}

async function answerStreamed(
  bill: TextBill,
  candidates: readonly Candidate[],
  caller: StopSignal,
  session: string | undefined,
): Promise<Reply> {
  const { result, attempt } = await tried(bill, candidates, caller, (attempt) => {
    if (isResumable(bill.call)) attempt.resume = createResume(bill, attempt, candidates, caller);
    return openStream(bill.call, attempt);
  });
  bill.call.gateway.sessions.keep(session, attempt.candidate);
  return {
    status: 200,
    headers: { ...SSE_HEADERS, ...replyHeaders(bill, attempt) },
    body: pushStream(bill, result, attempt),
  };
}

function pushStream(bill: Bill, opened: OpenedStream, attempt: TextAttempt): Push {
  return async (sink) => {
    const write: Write = (chunk) => (sink.write(chunk) ? undefined : sink.drained());
    const money = streamMoney(bill, attempt, () => sink.ending?.());
    // The first content goes out first. Both leave the process in this turn, and a short answer is settled by then.
    const piped = opened.pipe(write, money);
    if (!money.isSettled()) begin(bill, attempt);
    await piped;
  };
}

function streamMoney(bill: Bill, attempt: TextAttempt, ending: () => void): StreamMoney {
  let isSettled = false;
  return {
    isSettled: () => isSettled,
    settle() {
      if (isSettled) return;
      isSettled = true;
      const { failure } = attempt.reading;
      noteEnd(bill.call.gateway, attempt);
      settle(bill, attempt, failure ? callerStatus(failure) : 200);
      bill.call.gateway.ledger.keep();
      ending();
    },
    grow: roomFor(bill.reservation, bill.room, attempt.candidate.isByok),
  };
}

function replyHeaders({ call }: Bill, { reading }: TextAttempt): Record<string, string> {
  const dropped = droppedHeader(reading.notes);
  return { "x-generation-id": call.id, ...(dropped && { "x-dropped": dropped }) };
}
