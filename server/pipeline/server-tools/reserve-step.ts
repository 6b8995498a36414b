import { UpstreamError } from "#server/errors.ts";
import { NOTHING_SPENT, type Spent, spentBy } from "#server/ledger/limits/limits.ts";
import { pricesOfOther } from "../budget/charge.ts";
import { spentOn } from "../budget/paid-part.ts";
import { keepSteps } from "../budget/settle-call.ts";
import { partsOf, type StepCharge } from "../budget/step-charges.ts";
import { NO_WORST_CASE, type WorstCase, worstCase } from "../budget/worst-case.ts";
import type { MoreContent } from "../converted/added-content.ts";
import type { Candidate } from "../planning/candidate.ts";
import type { Loop } from "./loop.ts";
import type { ToolMoney } from "./server-tool.ts";
import { costLimitOf } from "./stop-conditions.ts";
import { addToolCharge } from "./tool-charge.ts";

/**
 * Extends the first step's reservation by the definitions of the tools and the results of a search, which are only
 * known now. The request's own cost limit applies from the second step onward.
 */
export async function reserveFirst(loop: Loop, more: MoreContent): Promise<void> {
  const { ledgerCall, attempt } = loop;
  if (ledgerCall.worst === NO_WORST_CASE || more.tools.length + more.messages.length === 0) return;
  const { nanoUsd } = worstOfStep(loop, [attempt.candidate], more, false);
  const most = plus(spentSoFar(loop), nanoUsd, attempt.candidate.isByok);
  if (!(await ledgerCall.reservation.cover(most))) throw noRoom();
}

/**
 * Reserves the worst case of the next step in addition to the cost of the finished ones. Returns undefined if that
 * exceeds the request's own cost limit.
 */
export async function reserveStep(
  loop: Loop,
  candidates: readonly Candidate[],
  more: MoreContent,
): Promise<WorstCase | undefined> {
  const { ledgerCall, requested, attempt } = loop;
  const costLimit = costLimitOf(requested.stop);
  if (ledgerCall.worst === NO_WORST_CASE && costLimit === Number.POSITIVE_INFINITY) return NO_WORST_CASE;
  const spent = spentSoFar(loop);
  // A loose bound is cheap, and usually suffices.
  for (const isLoose of [true, false]) {
    const worst = worstOfStep(loop, candidates, more, isLoose);
    const most = plus(spent, worst.nanoUsd, attempt.candidate.isByok);
    const isWithin = most.costNanoUsd <= costLimit;
    if (isWithin && (await ledgerCall.reservation.cover(most))) return worst;
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
 * Returns how the tools of a step pay: their cost is reserved while they run, in addition to that of the finished steps
 * and within the request's own cost limit, and becomes a part of the step. `ahead`: the reservation for the next step.
 */
export function toolMoney(loop: Loop, stepCharge: StepCharge, ahead = NOTHING_SPENT): ToolMoney {
  const { reservation } = loop.ledgerCall;
  let pending = NOTHING_SPENT;
  // Billed while its worst case is still pending. Counted once: otherwise others would find too little left meanwhile.
  let billed = NOTHING_SPENT;
  const most = () => sumOf(spentSoFar(loop), differenceOf(pending, billed));
  const cover = () => reservation.cover(sumOf(most(), ahead));
  return {
    async bill(charge) {
      const before = spentSoFar(loop);
      addToolCharge(stepCharge, charge);
      keepSteps(loop.ledgerCall, loop.attempt);
      billed = lesserOf(sumOf(billed, differenceOf(spentSoFar(loop), before)), pending);
      await cover();
    },
    async afford(nanoUsd, isByok = false) {
      pending = plus(pending, nanoUsd, isByok);
      const isWithin = most().costNanoUsd <= costLimitOf(loop.requested.stop);
      if (isWithin && (await cover())) return true;
      pending = plus(pending, -nanoUsd, isByok);
      return false;
    },
    release(nanoUsd, isByok = false) {
      pending = plus(pending, -nanoUsd, isByok);
      billed = greaterOf(plus(billed, -nanoUsd, isByok), NOTHING_SPENT);
    },
  };
}

/** Returns the cost of the finished steps. */
function spentSoFar({ ledgerCall }: Loop): Spent {
  return spentOn(partsOf(ledgerCall.steps ?? []));
}

function plus(spent: Spent, nanoUsd: number, isByok: boolean): Spent {
  return sumOf(spent, spentBy(nanoUsd, isByok));
}

function sumOf(one: Spent, other: Spent): Spent {
  return {
    costNanoUsd: one.costNanoUsd + other.costNanoUsd,
    byokNanoUsd: one.byokNanoUsd + other.byokNanoUsd,
  };
}

function differenceOf(one: Spent, other: Spent): Spent {
  return {
    costNanoUsd: one.costNanoUsd - other.costNanoUsd,
    byokNanoUsd: one.byokNanoUsd - other.byokNanoUsd,
  };
}

function lesserOf(one: Spent, other: Spent): Spent {
  return {
    costNanoUsd: Math.min(one.costNanoUsd, other.costNanoUsd),
    byokNanoUsd: Math.min(one.byokNanoUsd, other.byokNanoUsd),
  };
}

function greaterOf(one: Spent, other: Spent): Spent {
  return {
    costNanoUsd: Math.max(one.costNanoUsd, other.costNanoUsd),
    byokNanoUsd: Math.max(one.byokNanoUsd, other.byokNanoUsd),
  };
}

function noRoom(): UpstreamError {
  return new UpstreamError(402, "The spending limit does not cover the next step", { retryable: false });
}
