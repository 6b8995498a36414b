import type { ApiResponse, Push } from "#server/api-response.ts";
import type { Body, Dialect } from "#server/dialects/dialect.ts";
import { SSE_HEADERS } from "#server/dialects/frames.ts";
import type { StopSignal } from "#server/stop-signal.ts";
import { noteEnd } from "./attempts/attempt.ts";
import { callerStatus } from "./attempts/failure.ts";
import { runAttempts } from "./attempts/run-attempts.ts";
import { requestWholeResponse } from "./attempts/whole-response.ts";
import { handOver } from "./batching/hand-over.ts";
import { readBatchResult } from "./batching/read-batch-result.ts";
import { handingOf, restoreBody } from "./batching/text-handing.ts";
import { pricesOfOther } from "./budget/charge.ts";
import { noticeHeader } from "./budget/notice-header.ts";
import { begin, type LedgerCall, settleCall } from "./budget/settle-call.ts";
import { textMeasure } from "./budget/text-usage.ts";
import { extendReservation, textTokenBounds, worstCase } from "./budget/worst-case.ts";
import {
  asksForCache,
  type Caching,
  createStreamCopy,
  findResponse,
  keepResponse,
  textCaching,
} from "./caching/caching.ts";
import { serveFromCache } from "./caching/serve-from-cache.ts";
import { droppedHeader } from "./converted/dropped-fields.ts";
import { enterCall, type IncomingCall } from "./enter-call.ts";
import { guardRequest } from "./guard/guard-request.ts";
import type { PipelineGateway } from "./pipeline-gateway.ts";
import type { Candidate } from "./planning/candidate.ts";
import { noteSession } from "./planning/record/routing-record.ts";
import { sessionKey } from "./planning/sessions.ts";
import { textWants } from "./planning/text-wants.ts";
import { withDefaultModel } from "./planning/workspace-defaults.ts";
import { applyPlugins } from "./plugins/apply-plugins.ts";
import { withDefaultPlugins } from "./plugins/default-plugins.ts";
import { isResumable } from "./resume/resumable.ts";
import { createResume } from "./resume/resume.ts";
import { retirementHeaders } from "./retirement-headers.ts";
import { checkTools, limitsTools } from "./server-tools/check-tools.ts";
import { requireRegistered } from "./server-tools/mcp/open-server.ts";
import { requestedTools } from "./server-tools/requested-tools.ts";
import { createToolLoop } from "./server-tools/tool-loop.ts";
import type { ToolServices } from "./server-tools/tool-services.ts";
import { toolsAt } from "./server-tools/tools-at.ts";
import { openStream } from "./streaming/open-stream.ts";
import type { OpenedStream, StreamMoney, TextAttempt, TextCall, Write } from "./text-call.ts";

type TextLedgerCall = LedgerCall & { call: TextCall };

/**
 * Runs a text request: plans its candidates, reserves its worst case, tries them in order, sends the response and
 * settles. Nothing is sent to the caller before an upstream's first content.
 */
export async function runText(
  gateway: PipelineGateway,
  dialect: Dialect,
  operation: string,
  call: IncomingCall,
  services: ToolServices,
): Promise<ApiResponse> {
  const completing = call.batch?.result ? restoreBody(call.batch.result) : completeBody(gateway, dialect, call);
  const { body, notes: pluginNotes } = completing instanceof Promise ? await completing : completing;
  // Throws for a forbidden or invalid tool before anything is reserved.
  checkTools(gateway, call.principal, body);
  const named = requestedTools(dialect.id, body, gateway.searchEngines);
  if (named) requireRegistered(gateway, call.principal, named.mcp);
  const streamed = body.stream === true;
  // A whole response cannot be stopped in the middle, so its full worst case is reserved at once.
  const firstTokens = streamed ? gateway.environment.RESERVE_OUTPUT_TOKENS : Number.MAX_SAFE_INTEGER;
  const pricesOf = (candidate: Candidate, model: string) => pricesOfOther(gateway, candidate, model).prices;
  const entered = await enterCall(gateway, call, {
    operation,
    dialect,
    body,
    streamed,
    pluginNotes,
    planRequest: textWants(dialect, body, gateway.providerSets.of(call.principal).providers),
    guard: (some, effective) => guardRequest(dialect, some, effective),
    worstOf: (some, candidates, holds) => worstCase(dialect, some, candidates, firstTokens, holds, pricesOf),
    tokenBounds: (some, candidates) =>
      textTokenBounds(dialect, some, candidates, gateway.environment.RESERVE_OUTPUT_TOKENS),
  });
  // Read again: guardrails may have redacted the body.
  const serverTools = named ? requestedTools(dialect.id, entered.call.body, gateway.searchEngines) : undefined;
  const text: TextCall = {
    ...entered.call,
    dialect,
    principal: call.principal,
    services,
    ...(serverTools && { serverTools }),
  };
  const ledgerCall: TextLedgerCall = { ...entered, call: text, measure: textMeasure(text) };
  const session = sessionKey(text.body, text.headers, call.principal.workspaceId);
  const candidates = gateway.sessions.order(session, entered.candidates, gateway.now());
  if (candidates !== entered.candidates) noteSession(entered.routing, candidates);
  const caching = asksForCache(call.principal, body) ? textCaching(text, body, entered.candidates) : undefined;
  if (call.batch?.result) return await endBatched(ledgerCall);
  const hit = caching && (await findResponse(gateway.responses, caching, entered.candidates));
  if (hit) return await serveFromCache(ledgerCall, hit);
  const handed = call.batch?.providers && !serverTools && (await handOver(entered, candidates, handingOf(ledgerCall)));
  if (handed) return handed;
  return streamed
    ? await runStreamed(ledgerCall, candidates, call.departure, session, caching)
    : await runWhole(ledgerCall, candidates, call.departure, session, caching);
}

/** Fills in the workspace's defaults and applies plugins, which read conversations. */
function completeBody(gateway: PipelineGateway, dialect: Dialect, call: IncomingCall) {
  const complete = withDefaultModel(gateway, call.principal, call.raw, "textModel");
  const given: Body = dialect.id === "completions" ? complete : withDefaultPlugins(gateway, call.principal, complete);
  return applyPlugins(gateway, dialect, call, given);
}

/** Ends a request whose response a provider's batch has made. */
async function endBatched(ledgerCall: TextLedgerCall): Promise<ApiResponse> {
  const { call, candidates } = ledgerCall;
  const candidate = candidates[0] as Candidate;
  const { result, attempt } = await readBatchResult(ledgerCall, candidate, (one) => requestWholeResponse(call, one));
  settleCall(ledgerCall, attempt, 200);
  await call.gateway.ledger.waitForJournal();
  return { status: 200, headers: { "content-type": "application/json" }, body: result };
}

async function runWhole(
  ledgerCall: TextLedgerCall,
  candidates: readonly Candidate[],
  caller: StopSignal,
  session: string | undefined,
  caching: Caching | undefined,
): Promise<ApiResponse> {
  const { result, attempt } = await runAttempts(ledgerCall, candidates, caller, (attempt) => {
    prepareLoop(ledgerCall, attempt, candidates, caller);
    return requestWholeResponse(ledgerCall.call, attempt);
  });
  ledgerCall.call.gateway.sessions.keep(session, attempt.candidate);
  const { costNanoUsd } = settleCall(ledgerCall, attempt, 200);
  if (caching) keepResponse(ledgerCall.call, attempt, caching, result, costNanoUsd);
  await ledgerCall.call.gateway.ledger.waitForJournal();
  return {
    status: 200,
    headers: { "content-type": "application/json", ...responseHeaders(ledgerCall, attempt, caching) },
    body: result,
  };
}

async function runStreamed(
  ledgerCall: TextLedgerCall,
  candidates: readonly Candidate[],
  caller: StopSignal,
  session: string | undefined,
  caching: Caching | undefined,
): Promise<ApiResponse> {
  const { result, attempt } = await runAttempts(ledgerCall, candidates, caller, (attempt) => {
    prepareLoop(ledgerCall, attempt, candidates, caller);
    if (isResumable(ledgerCall.call)) attempt.resume = createResume(ledgerCall, attempt, candidates, caller);
    return openStream(ledgerCall.call, attempt);
  });
  ledgerCall.call.gateway.sessions.keep(session, attempt.candidate);
  return {
    status: 200,
    headers: { ...SSE_HEADERS, ...responseHeaders(ledgerCall, attempt, caching) },
    body: pushStream(ledgerCall, result, attempt, caching),
  };
}

/** Makes the gateway run the request's server tools, unless the candidate's provider runs them itself. */
function prepareLoop(
  ledgerCall: TextLedgerCall,
  attempt: TextAttempt,
  candidates: readonly Candidate[],
  caller: StopSignal,
): void {
  const { serverTools: requested, dialect, gateway } = ledgerCall.call;
  if (!requested) return;
  const limitsMcp = limitsTools(gateway, ledgerCall.principal);
  const here = toolsAt(requested, gateway.searchEngines, dialect.id, attempt.candidate, limitsMcp);
  if (here) attempt.loop = createToolLoop({ ledgerCall, attempt, candidates, caller, requested: here });
}

function pushStream(
  ledgerCall: TextLedgerCall,
  opened: OpenedStream,
  attempt: TextAttempt,
  caching: Caching | undefined,
): Push {
  return async (sink) => {
    const copy = caching && createStreamCopy(ledgerCall.call);
    const write: Write = (chunk) => {
      copy?.add(chunk);
      return sink.write(chunk) ? undefined : sink.drained();
    };
    const money = streamMoney(ledgerCall, attempt, () => sink.ending?.());
    // The first content is sent first. Both happen in the same turn of the event loop, and a short response is settled
    // by then.
    const piped = opened.pipe(write, money);
    // A loop that already runs tools has recorded its finished steps.
    const isBetweenSteps = ledgerCall.steps && attempt.state.firstContentMs === undefined;
    if (!money.isSettled() && !isBetweenSteps) begin(ledgerCall, attempt);
    await piped;
    const whole = copy && attempt.state.ended && !attempt.state.failure ? copy.whole() : undefined;
    if (caching && whole) keepResponse(ledgerCall.call, attempt, caching, whole, money.costNanoUsd());
  };
}

function streamMoney(
  ledgerCall: LedgerCall,
  attempt: TextAttempt,
  ending: () => void,
): StreamMoney & { costNanoUsd(): number } {
  let isSettled = false;
  let costNanoUsd = 0;
  return {
    isSettled: () => isSettled,
    costNanoUsd: () => costNanoUsd,
    settle() {
      if (isSettled) return;
      isSettled = true;
      const { failure } = attempt.state;
      noteEnd(ledgerCall.call.gateway, attempt);
      costNanoUsd = settleCall(ledgerCall, attempt, failure ? callerStatus(failure) : 200).costNanoUsd;
      ledgerCall.call.gateway.ledger.keep();
      ending();
    },
    grow: attempt.loop
      ? attempt.loop.grow
      : extendReservation(ledgerCall.reservation, ledgerCall.worst, attempt.candidate.isByok),
  };
}

function responseHeaders(
  { call, reservation }: LedgerCall,
  { candidate, state }: TextAttempt,
  caching: Caching | undefined,
): Record<string, string> {
  const dropped = droppedHeader(state.notes);
  return {
    "x-generation-id": call.id,
    ...(dropped && { "x-dropped": dropped }),
    ...(caching && { "x-cache": "miss" }),
    ...retirementHeaders(call.gateway.catalogue, candidate.endpoint),
    ...noticeHeader(reservation),
  };
}
