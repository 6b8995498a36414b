import type { EffectiveGuardrail } from "./effective.ts";
import { createFindings, type Findings } from "./findings.ts";
import { createPatternClock, type PatternClock } from "./patterns/clock.ts";
import { createPlaceholders, type Placeholders } from "./placeholders.ts";

/** What the guardrails of one call ask about its texts, and what they have found in them so far. */
export type Guard = {
  effective: EffectiveGuardrail;
  placeholders: Placeholders;
  findings: Findings;
  /** The time that custom patterns have taken of this thread. */
  clock: PatternClock;
  /** Parts of the request that could not be read, e.g. `messages[0].content[1] (image/png)`. */
  notInspected: readonly string[];
  /** Values that are put back into the answer, by the names that the model knows them by. */
  restorable: ReadonlyMap<string, string>;
};

/** Undefined where guardrails have no rules for texts. */
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

/** May the answer be another than the model gave? */
export function changesAnswers({ effective, restorable }: Guard): boolean {
  return restorable.size > 0 || effective.output.some(({ action, shadow }) => action !== "flag" && !shadow);
}

/** Has the answer to be looked at? */
export function readsAnswer({ effective, restorable }: Guard): boolean {
  return effective.output.length > 0 || restorable.size > 0;
}
