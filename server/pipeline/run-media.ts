import type { ApiResponse } from "#server/api-response.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { pushJson } from "#server/json/json-pieces.ts";
import { worstCostOf } from "#server/ledger/prices/worst-cost.ts";
import { withAlias } from "./aliases/with-alias.ts";
import { runAttempts } from "./attempts/run-attempts.ts";
import { handOver } from "./batching/hand-over.ts";
import { handingOf } from "./batching/media-handing.ts";
import { readBatchResult } from "./batching/read-batch-result.ts";
import { noticeHeader } from "./budget/notice-header.ts";
import { type LedgerCall, settleCall } from "./budget/settle-call.ts";
import { NO_WORST_CASE, PLENTY, type WorstCase } from "./budget/worst-case.ts";
import { asksForCache, type Caching, cachingOf, findResponse, keepResponse } from "./caching/caching.ts";
import { serveMediaFromCache } from "./caching/serve-from-cache.ts";
import { droppedHeader } from "./converted/dropped-fields.ts";
import { type Entered, enterCall, type IncomingCall } from "./enter-call.ts";
import { guardMedia } from "./guard/guard-media.ts";
import { responseFacts } from "./media/media-facts.ts";
import type { MediaOperation } from "./media/media-operation.ts";
import { pushPieces } from "./media/media-pieces.ts";
import { runMediaAttempt } from "./media/run-media-attempt.ts";
import type { Attempt } from "./model-call.ts";
import type { PipelineGateway } from "./pipeline-gateway.ts";
import { type Candidate, termsOf } from "./planning/candidate.ts";
import { withDefaultModel } from "./planning/workspace-defaults.ts";
import { boundsOf } from "./rate-limits/hold.ts";
import { retirementHeaders } from "./retirement-headers.ts";

/**
 * Runs a non-text model request: plan, guardrails and reservation as for text, then its candidates in order until one
 * returns a whole response or its first piece. Nothing is sent to the caller before that.
 */
export async function runMedia<Request extends object, Result, Piece>(
  gateway: PipelineGateway,
  operation: MediaOperation<Request, Result, Piece>,
  call: IncomingCall,
): Promise<ApiResponse> {
  const entered = await enterMedia(gateway, operation, call);
  const ledgerCall = ledgerCallOf(operation, entered);
  const isCached = operation.isKept && asksForCache(call.principal, call.raw) && !call.batch?.result;
  const caching = isCached ? mediaCaching(operation.id, entered, call.raw) : undefined;
  const hit = caching && (await findResponse(gateway.responses, caching, entered.candidates));
  if (hit) return await serveMediaFromCache(entered, hit);
  const handed = call.batch?.providers && (await handOver(entered, entered.candidates, handingOf(operation, entered)));
  if (handed) return handed;
  const attemptAt = (attempt: Attempt) => runMediaAttempt(operation, ledgerCall.call, attempt);
  const run = call.batch?.result
    ? readBatchResult(ledgerCall, entered.candidates[0] as Candidate, attemptAt)
    : runAttempts(ledgerCall, entered.candidates, call.departure, attemptAt);
  const { result: answer, attempt } = await run;
  const dropped = droppedHeader(attempt.state.notes);
  const sent = {
    "x-generation-id": ledgerCall.call.id,
    ...(dropped && { "x-dropped": dropped }),
    ...(caching && { "x-cache": "miss" }),
    ...retirementHeaders(gateway.catalogue, attempt.candidate.endpoint),
  };
  if ("first" in answer) {
    const headers = { ...sent, ...noticeHeader(ledgerCall.reservation) };
    const { style, body } = pushPieces(operation, ledgerCall, attempt, answer);
    return { status: 200, headers: { ...style, ...headers }, body };
  }
  const settled = settleCall(ledgerCall, attempt, 200);
  const facts = responseFacts(ledgerCall.call, attempt, settled);
  const headers = { ...sent, ...noticeHeader(ledgerCall.reservation) };
  await ledgerCall.call.gateway.ledger.waitForJournal();
  const text = operation.text?.(answer.result, facts);
  if (text) return { status: 200, headers: { "content-type": text.contentType, ...headers }, body: text.body };
  const response = { ...operation.reply(answer.result, facts), ...ledgerCall.call.trailer(attempt) };
  const body = operation.hasAscii ? pushJson(response) : JSON.stringify(response);
  if (caching && typeof body === "string") keepResponse(ledgerCall.call, attempt, caching, body, settled.costNanoUsd);
  return { status: 200, headers: { "content-type": "application/json", ...headers }, body };
}

/** `raw`: the body before guardrails. */
function mediaCaching(kind: string, { call, principal, candidates }: Entered, raw: Body): Caching | undefined {
  // An alias may stand for another model by then.
  const body = { ...raw, model: candidates[0]?.requestedModel };
  return cachingOf({ ...call, principal, kind }, body, candidates);
}

/** Prepares a media request for its first attempt. The contract has validated that the body is a `Request`. */
export function enterMedia<Request extends object, Result, Piece>(
  gateway: PipelineGateway,
  operation: MediaOperation<Request, Result, Piece>,
  call: IncomingCall,
): Promise<Entered> {
  const kept = call.batch?.result?.kept;
  if (kept) return enterWith(gateway, operation, call, kept.body as Body);
  const named = withDefaultModel(gateway, call.principal, call.raw, operation.defaultModel);
  const { body, requestedModel, arms } = withAlias(gateway, call, named);
  return enterWith(gateway, operation, requestedModel === undefined ? call : { ...call, requestedModel, arms }, body);
}

function enterWith<Request extends object, Result, Piece>(
  gateway: PipelineGateway,
  operation: MediaOperation<Request, Result, Piece>,
  call: IncomingCall,
  body: Body,
): Promise<Entered> {
  const request = body as Request;
  return enterCall(gateway, call, {
    operation: operation.id,
    dialect: null,
    body,
    streamed: operation.streams?.(request) ?? false,
    planRequest: {
      makes: operation.makes,
      parameters: operation.parameters?.(request) ?? [],
      serves: operation.serves,
      refuses: (endpoint, model) => operation.refuses?.(request, endpoint, model),
      charges: (endpoint) => operation.charges?.(request, endpoint) ?? {},
    },
    guard: (some, effective) => guardMedia(operation, some, effective),
    worstOf(some, candidates, holds) {
      const worst = worstMediaCase(operation, some as Request, candidates, false);
      return holds(worst.nanoUsd * PLENTY) ? worst : worstMediaCase(operation, some as Request, candidates, true);
    },
    tokenBounds(some, candidates) {
      const bounds = candidates.map(({ endpoint }) => boundsOf(operation.bound(some as Request, endpoint, true)));
      return {
        input: Math.max(...bounds.map(({ input }) => input)),
        output: Math.max(...bounds.map(({ output }) => output)),
      };
    },
  });
}

/** Returns the ledger call of a request that has entered the pipeline. */
export function ledgerCallOf<Request extends object, Result, Piece>(
  operation: MediaOperation<Request, Result, Piece>,
  entered: Entered,
): LedgerCall {
  const estimate = ({ endpoint }: Candidate) => operation.estimate(entered.call.body as Request, endpoint);
  return {
    ...entered,
    measure: {
      counted({ candidate, state: { usage, firstContentMs } }) {
        if (usage) return { usage, estimated: false };
        if (firstContentMs === undefined) return { usage: {}, estimated: false };
        return { usage: estimate(candidate), estimated: true };
      },
      begun: ({ candidate, state: { usage } }) => usage ?? estimate(candidate),
    },
  };
}

/**
 * Returns the most that a request can cost at its most expensive candidate. `isScarce`: a tight bound is worth its
 * time.
 */
export function worstMediaCase<Request extends object, Result, Piece>(
  operation: MediaOperation<Request, Result, Piece>,
  body: Request,
  candidates: readonly Candidate[],
  isScarce: boolean,
): WorstCase {
  const costs = candidates.map((candidate) => {
    const { variant, ...bound } = operation.bound(body, candidate.endpoint, isScarce);
    return worstCostOf(bound, candidate.prices, termsOf(candidate, variant));
  });
  return { ...NO_WORST_CASE, nanoUsd: Math.max(0, ...costs) };
}
