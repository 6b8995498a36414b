import type { LanguageModelV4FinishReason } from "@ai-sdk/provider";
import type { StopCondition } from "#lib/contract/server-tools.ts";
import { nanoUsdOf } from "#lib/nano-usd.ts";
import { TOOL_PREFIX } from "#lib/tool-prefix.ts";

/** What a loop has done so far. `costNanoUsd`: of all its steps. `finish`: the last step's. */
export type LoopProgress = {
  steps: number;
  calls: number;
  calledNames: ReadonlySet<string>;
  tokens: number;
  costNanoUsd: number;
  finish: LanguageModelV4FinishReason;
};

const NANO_USD = 1_000_000_000;

/** Returns whether a condition ends the loop after a step. Without conditions, the number of requests does. */
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
      return progress.calledNames.has(condition.tool_name.replace(TOOL_PREFIX, ""));
    case "max_tokens_used":
      return progress.tokens >= condition.max_tokens;
    case "max_cost":
      return progress.costNanoUsd >= limitNanoUsd(condition.max_cost_in_dollars);
    case "finish_reason_is":
      return isNamed(progress.finish, condition.reason);
  }
}

/** The names of a finish reason in the three dialects. */
const FINISH_NAMES: Readonly<Record<string, readonly string[]>> = {
  stop: ["stop", "end_turn", "completed"],
  length: ["length", "max_tokens", "max_output_tokens"],
  "content-filter": ["content_filter", "refusal"],
  "tool-calls": ["tool_calls", "tool_use"],
};

/** A caller names the reason in its own dialect or as the provider does, and any provider may run the step. */
function isNamed({ unified, raw }: LanguageModelV4FinishReason, reason: string): boolean {
  return reason === raw || reason === unified || FINISH_NAMES[unified]?.includes(reason) === true;
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
