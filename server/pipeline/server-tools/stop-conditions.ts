import type { StopCondition } from "#lib/contract/server-tools.ts";
import { nanoUsdOf } from "#lib/nano-usd.ts";

/** What a loop has done so far. `costNanoUsd`: of all its steps. `finish`: the last step's finish reason. */
export type LoopProgress = {
  steps: number;
  calls: number;
  calledNames: ReadonlySet<string>;
  tokens: number;
  costNanoUsd: number;
  finish: string;
};

const NANO_USD = 1_000_000_000;

/** Returns whether a condition ends the loop after a step. Without conditions, the number of calls does. */
export function isHalted(
  stop: readonly StopCondition[] | undefined,
  maxCalls: number,
  progress: LoopProgress,
): boolean {
  if (!stop) return progress.calls >= maxCalls;
  return stop.some((condition) => isMet(condition, progress));
}

function isMet(condition: StopCondition, progress: LoopProgress): boolean {
  switch (condition.type) {
    case "step_count_is":
      return progress.steps >= condition.step_count;
    case "has_tool_call":
      return progress.calledNames.has(condition.tool_name);
    case "max_tokens_used":
      return progress.tokens >= condition.max_tokens;
    case "max_cost":
      return progress.costNanoUsd >= limitNanoUsd(condition.max_cost_in_dollars);
    case "finish_reason_is":
      return progress.finish === condition.reason;
  }
}

/** Returns the lowest cost limit among the conditions, in nano-USD. */
export function costLimitOf(stop: readonly StopCondition[] | undefined): number {
  const limits = (stop ?? []).flatMap((condition) =>
    condition.type === "max_cost" ? [limitNanoUsd(condition.max_cost_in_dollars)] : [],
  );
  return Math.min(Number.POSITIVE_INFINITY, ...limits);
}

/** Amounts with more than nine decimals are rounded down. */
function limitNanoUsd(usd: number): number {
  return nanoUsdOf(usd) ?? Math.floor(usd * NANO_USD);
}
