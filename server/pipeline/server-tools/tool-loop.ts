import type {
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from "@ai-sdk/provider";
import type { Body, FinishPart } from "#server/dialects/dialect.ts";
import { OWN_SERVER } from "#server/dialects/server-call.ts";
import { lineOf } from "../attempts/attempt.ts";
import { type AttemptState, newAttemptState } from "../attempts/attempt-state.ts";
import { cutOffError } from "../attempts/failure.ts";
import { countUsage } from "../budget/count-usage.ts";
import { spentOn } from "../budget/paid-part.ts";
import { chargeStep, finishStep, keepSteps } from "../budget/settle-call.ts";
import { costOfSteps, isStarted, partsOf } from "../budget/step-charges.ts";
import { extendReservation } from "../budget/worst-case.ts";
import { neutralParts } from "../native/neutral-parts.ts";
import { addTokens, tokensIn } from "./add-tokens.ts";
import { approvalId } from "./approvals.ts";
import type { Loop } from "./loop.ts";
import type { LoopPart, ToolLoop } from "./loop-part.ts";
import { nextStep } from "./next-step.ts";
import { reserveFirst, toolMoney } from "./reserve-step.ts";
import { decisionForCaller, hasRequests, runApproved, withResults } from "./run-approved-calls.ts";
import { runCalls, stepTool } from "./run-calls.ts";
import { searchFirst } from "./search/search-first.ts";
import type { ServerTool } from "./server-tool.ts";
import { isHalted } from "./stop-conditions.ts";
import { openToolSession, type ToolSession } from "./tool-session.ts";
import { type AskFor, addedParts, newTurn, resultForCaller, type Turn } from "./turn.ts";
import { withoutChoices } from "./without-choices.ts";
import { withSigns } from "./working.ts";

/** What a loop remembers about its turns. */
type Progress = {
  history: LanguageModelV4Message[];
  calls: number;
  calledNames: Set<string>;
  ids: Set<string>;
  uses: Map<string, number>;
  tokens: LanguageModelV4Usage | undefined;
};

/** Returns whether a part is at the beginning of every step: the caller has it from the first one. */
function isBeginning(part: LanguageModelV4StreamPart): boolean {
  if (part.type === "custom") return part.kind === "anthropic.message_start";
  return part.type === "stream-start" || part.type === "response-metadata";
}

/** Creates the loop of an attempt: its first step is the attempt's own response. */
export function createToolLoop(given: Omit<Loop, "grow">): ToolLoop {
  const { ledgerCall, attempt } = given;
  const grow = extendReservation(ledgerCall.reservation, ledgerCall.worst, attempt.candidate.isByok);
  const loop: Loop = { ...given, grow };
  return {
    parts: () => loopParts(loop),
    grow: (state) => loop.grow(state),
    chargedNanoUsd: () => chargedSoFar(loop),
    toolUses: () => usesOf(loop),
  };
}

function chargedSoFar({ ledgerCall, attempt }: Loop): number {
  const current = chargeStep(ledgerCall, attempt);
  const { steps: finished = [] } = ledgerCall;
  const { costNanoUsd, byokNanoUsd } = spentOn(partsOf(isStarted(current) ? [...finished, current] : finished));
  return costNanoUsd - byokNanoUsd;
}

function usesOf({ ledgerCall }: Loop): Map<string, number> {
  const uses = new Map<string, number>();
  for (const { name, server } of (ledgerCall.steps ?? []).flatMap(({ step }) => step.tools)) {
    if (server === OWN_SERVER) uses.set(name, (uses.get(name) ?? 0) + 1);
  }
  return uses;
}

async function* loopParts(loop: Loop): AsyncGenerator<LoopPart, void, void> {
  const session = await openToolSession(loop);
  try {
    yield* steps(loop, session);
  } finally {
    void session.close();
  }
}

async function* steps(loop: Loop, session: ToolSession): AsyncGenerator<LoopPart, void, void> {
  const { attempt } = loop;
  const { call } = loop.ledgerCall;
  const progress: Progress = {
    history: [],
    calls: 0,
    calledNames: new Set(),
    ids: new Set(),
    uses: new Map(),
    tokens: undefined,
  };
  const { body, notes: dropped } = withoutChoices(yield* answerApprovalRequests(loop, session, progress));
  const notes = [...session.notes, ...loop.requested.notes, ...dropped];
  const more = { body, notes, tools: session.tools.map(functionOf), messages: progress.history };
  yield* searchFirst(loop, progress.history);
  await reserveFirst(loop, more);
  let parts: AsyncIterable<LanguageModelV4StreamPart> | undefined = neutralParts(call, attempt, { more });
  for (let step = 1; ; step++) {
    const turn = newTurn(session.tools, step, progress.ids, askFor(loop));
    let finish: FinishPart | undefined;
    for await (const part of parts) {
      if (part.type === "finish") finish = part;
      else if (step === 1 || !isBeginning(part)) {
        const shown = turn.take(part);
        if (shown) yield shown;
      }
    }
    if (!finish) throw cutOffError();
    const { usage } = attempt.state;
    progress.tokens = addTokens(progress.tokens, usage ? countUsage(finish.usage, usage) : finish.usage);
    if (turn.calls.length === 0) return yield { ...finish, usage: progress.tokens };
    yield* runTurn(loop, turn, progress);
    const end = endOf(loop, turn, progress, finish);
    parts = end ? undefined : yield* withSigns(nextStep(loop, more), attempt);
    if (parts) continue;
    Object.assign(attempt.state, { ended: true, isCounted: true });
    return yield { ...(end ?? pauseFinish(finish)), usage: progress.tokens };
  }
}

/**
 * Runs what the caller has approved, and returns the body with the results. Another attempt at the same response does not
 * run it again.
 */
async function* answerApprovalRequests(
  loop: Loop,
  session: ToolSession,
  progress: Progress,
): AsyncGenerator<LoopPart, Body, void> {
  const { attempt, requested, ledgerCall } = loop;
  const { call } = ledgerCall;
  if (!hasRequests(requested.rest)) return requested.rest;
  call.approved ??= runApproved(loop, session.tools, attempt.timeouts.stopper.signal);
  const decided = yield* withSigns(call.approved, attempt);
  for (const { tool } of decided.flatMap(({ run }) => run?.call ?? [])) {
    progress.calls += 1;
    progress.calledNames.add(tool.name).add(tool.functionName);
  }
  for (const one of decided) yield* decisionForCaller(one);
  return withResults(requested.rest, decided);
}

/** Only the Responses API supports approvals. */
function askFor({ ledgerCall }: Loop): AskFor | undefined {
  const { call, principal } = ledgerCall;
  if (call.dialect.id !== "responses") return undefined;
  const { mcpVault, now } = call.gateway;
  return (tool, input) => approvalId(mcpVault, principal.workspaceId, tool, input, now());
}

function functionOf({ functionName: name, description, inputSchema }: ServerTool): LanguageModelV4FunctionTool {
  return { type: "function", name, description, inputSchema };
}

/** Charges for the model's response, runs its calls and adds them to the history. */
async function* runTurn(loop: Loop, turn: Turn, progress: Progress): AsyncGenerator<LoopPart, void, void> {
  const { ledgerCall, attempt } = loop;
  const { guard, gateway } = ledgerCall.call;
  const { environment } = gateway;
  const finished = finishStep(ledgerCall, attempt);
  if (!ledgerCall.call.streamed) loop.line ??= lineOf(ledgerCall.call.gateway, attempt, 200);
  attempt.state = betweenSteps(attempt.state);
  keepSteps(ledgerCall, attempt);
  const running = runCalls(turn.calls, progress.uses, guard, attempt.timeouts.stopper.signal, {
    atOnce: environment.SERVER_TOOLS_AT_ONCE,
    timeoutMs: environment.SERVER_TOOL_TIMEOUT_MS,
    money: toolMoney(loop, finished),
    trace: ledgerCall.call.trace,
    left: loop.requested.stop ? Number.POSITIVE_INFINITY : loop.requested.maxCalls - progress.calls,
  });
  const runs = yield* withSigns(running, attempt);
  for (const run of runs) {
    const { tool } = run.call;
    finished.step.tools.push(stepTool(run));
    progress.calls += 1;
    progress.calledNames.add(tool.name).add(tool.functionName);
    yield resultForCaller(run.call, run.outcome);
    yield* addedParts(run.call.id, run.outcome);
  }
  progress.history.push(...turn.messages(runs.map(({ outcome }) => outcome)));
}

/** Returns the state of an attempt whose response was charged, while its tools run. */
function betweenSteps({ guard, transcript, encoder, upstreamId, upstreamModel, notes, dropped }: AttemptState) {
  const kept = { guard, transcript, encoder, upstreamId, upstreamModel, notes, dropped };
  const known = Object.entries(kept).filter(([, value]) => value !== undefined);
  return { ...newAttemptState(), ...Object.fromEntries(known) };
}

/** Returns the end of a response that takes no further step; undefined if it does. */
function endOf(
  { ledgerCall, requested }: Loop,
  turn: Turn,
  progress: Progress,
  finish: FinishPart,
): FinishPart | undefined {
  // The caller must run its own functions, or approve a call, before the model can go on.
  if (turn.waitsForCaller()) return finish;
  if (turn.calls.some(({ isHeld }) => isHeld)) return pauseFinish(finish);
  const { steps: finished = [], call } = ledgerCall;
  if (finished.length >= call.gateway.environment.SERVER_TOOL_MAX_STEPS) return pauseFinish(finish);
  const isOver = isHalted(requested.stop, requested.maxCalls, {
    steps: finished.length,
    calls: progress.calls,
    calledNames: progress.calledNames,
    tokens: tokensIn(progress.tokens),
    costNanoUsd: costOfSteps(finished),
    finish: finish.finishReason,
  });
  return isOver ? pauseFinish(finish) : undefined;
}

/** Each dialect's finish reason for a response that is not finished. */
function pauseFinish(finish: FinishPart): FinishPart {
  return { ...finish, finishReason: { unified: "other", raw: "pause_turn" } };
}
