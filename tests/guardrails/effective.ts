import { compileGuardrail, EMPTY_GUARDRAIL, type StoredGuardrail } from "#server/guardrails/compile.ts";
import { createGuard, type Guard } from "#server/guardrails/guard.ts";
import { mergeGuardrails } from "#server/guardrails/merge.ts";

/**
 * The guard of a request under one guardrail with these fields. `values`: what was redacted in its request, by name.
 */
export function guardOf(fields: Partial<StoredGuardrail>, values: Record<string, string> = {}): Guard {
  const guardrail = compileGuardrail({ ...EMPTY_GUARDRAIL, ...fields });
  const guard = createGuard(mergeGuardrails([{ scope: "key", guardrail }]));
  if (!guard) throw new Error("the guardrail has no rules");
  return { ...guard, restorable: new Map(Object.entries(values)) };
}

/** Returns every split of a text in two, and one into single characters. */
export function everySplit(text: string): string[][] {
  const splits = Array.from({ length: text.length + 1 }, (_, at) => [text.slice(0, at), text.slice(at)]);
  return [...splits, [...text.split("")]];
}
