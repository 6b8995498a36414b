import type { EffectiveGuardrail } from "./effective.ts";
import { createFindings, type Findings } from "./findings.ts";
import { createPatternClock, type PatternClock } from "./patterns/clock.ts";
import { createPlaceholders, type Placeholders } from "./placeholders.ts";

/** The text rules of one request's guardrails, and their findings so far. */
export type Guard = {
  effective: EffectiveGuardrail;
  placeholders: Placeholders;
  findings: Findings;
  /** The time that custom patterns have used on this thread. */
  clock: PatternClock;
  /** Parts of the request that could not be read, e.g. `messages[0].content[1] (image/png)`. */
  notInspected: readonly string[];
  /** Values to restore in the response, by the placeholders that the model received. */
  restorable: ReadonlyMap<string, string>;
};

/** Creates a request's guard. Returns undefined if its guardrails have no text rules. */
export function createGuard(effective: EffectiveGuardrail): Guard | undefined {
  if (effective.input.length === 0 && effective.output.length === 0) return undefined;
  return {
    effective,
    placeholders: createPlaceholders(),
    findings: createFindings(),
    clock: createPatternClock(),
    notInspected: [],
    restorable: new Map(),
  };
}

/** Returns whether the response may differ from the model's output. */
export function changesOutput({ effective, restorable }: Guard): boolean {
  return restorable.size > 0 || effective.output.some(({ action, shadow }) => action !== "flag" && !shadow);
}

/** Returns whether the response has to be read. */
export function readsOutput({ effective, restorable }: Guard): boolean {
  return effective.output.length > 0 || restorable.size > 0;
}
