import { UpstreamError } from "#server/errors.ts";
import { pricesOfOther } from "../budget/charge.ts";
import { costOfSteps, type StepCharge } from "../budget/step-charges.ts";
import { NO_WORST_CASE, type WorstCase, worstCase } from "../budget/worst-case.ts";
import type { MoreContent } from "../converted/converted-request.ts";
import type { Candidate } from "../planning/candidate.ts";
import type { Loop } from "./loop.ts";
import type { ToolMoney } from "./server-tool.ts";
import { costLimitOf } from "./stop-conditions.ts";
import { addToolCharge } from "./tool-charge.ts";

/**
 * Adds the definitions of the tools to what is reserved for the first step: those of MCP servers are known only now.
 * The request's own cost limit applies from the second step on.
 */
export async function reserveFirst(loop: Loop, more: MoreContent): Promise<void> {
  if (loop.ledgerCall.worst === NO_WORST_CASE || more.tools.length === 0) return;
  const { nanoUsd } = worstOfStep(loop, [loop.attempt.candidate], more, false);
  if (!(await reserve(loop, nanoUsd))) throw noRoom();
}

/**
 * Reserves the worst case of the next step beside the cost of the finished ones. Returns undefined if that exceeds the
 * request's own cost limit.
 */
export async function reserveStep(
  loop: Loop,
  candidates: readonly Candidate[],
  more: MoreContent,
): Promise<WorstCase | undefined> {
  const { ledgerCall, requested } = loop;
  const costLimit = costLimitOf(requested.stop);
  if (ledgerCall.worst === NO_WORST_CASE && costLimit === Number.POSITIVE_INFINITY) return NO_WORST_CASE;
  const spentNanoUsd = costOfSteps(ledgerCall.steps ?? []);
  // A loose bound is cheap, and mostly enough.
  for (const isLoose of [true, false]) {
    const worst = worstOfStep(loop, candidates, more, isLoose);
    const isWithin = spentNanoUsd + worst.nanoUsd <= costLimit;
    if (isWithin && (await reserve(loop, spentNanoUsd + worst.nanoUsd))) return worst;
    if (!isLoose && !isWithin) return undefined;
  }
  throw noRoom();
}

function worstOfStep(
  { ledgerCall }: Loop,
  candidates: readonly Candidate[],
  more: MoreContent,
  isLoose: boolean,
): WorstCase {
  const { call } = ledgerCall;
  const { gateway, dialect } = call;
  // The tools and their results are part of the prompt, in whatever form the candidate's provider has for them.
  const body = {
    ...call.body,
    ...(call.approved && more.body),
    tool_definitions: more.tools,
    tool_results: more.messages,
  };
  const firstTokens = call.streamed ? gateway.environment.RESERVE_OUTPUT_TOKENS : Number.MAX_SAFE_INTEGER;
  const pricesOf = (candidate: Candidate, model: string) => pricesOfOther(gateway, candidate, model).prices;
  return worstCase(dialect, body, candidates, firstTokens, () => isLoose, pricesOf);
}

/**
 * Returns how the tools of a step pay: their cost is reserved while they run, beside that of the finished steps and
 * within the request's own cost limit, and becomes a part of the step.
 */
export function toolMoney(loop: Loop, stepCharge: StepCharge): ToolMoney {
  let pendingNanoUsd = 0;
  return {
    async bill(charge) {
      addToolCharge(stepCharge, charge);
      await reserve(loop, costOfSteps(loop.ledgerCall.steps ?? []) + pendingNanoUsd);
    },
    async afford(nanoUsd) {
      pendingNanoUsd += nanoUsd;
      const total = costOfSteps(loop.ledgerCall.steps ?? []) + pendingNanoUsd;
      if (total <= costLimitOf(loop.requested.stop) && (await reserve(loop, total))) return true;
      pendingNanoUsd -= nanoUsd;
      return false;
    },
    release(nanoUsd) {
      pendingNanoUsd -= nanoUsd;
    },
  };
}

/** Reserves what the call may cost in all; some of it is reserved already. Returns false if the limits do not allow it. */
async function reserve({ ledgerCall, attempt }: Loop, nanoUsd: number): Promise<boolean> {
  const { reservation } = ledgerCall;
  const missing = nanoUsd - reservation.reservedNanoUsd();
  return missing <= 0 || (await reservation.extend(missing, attempt.candidate.isByok));
}

function noRoom(): UpstreamError {
  return new UpstreamError(402, "The spending limit does not cover the next step", { retryable: false });
}
