import type { TextSlot } from "#server/dialects/dialect.ts";
import type { Guard } from "#server/guardrails/guard.ts";
import type { StopSignal } from "#server/stop-signal.ts";
import { scan } from "./guard-request.ts";

/**
 * Applies the input rules to further texts that the model of a request in progress will read, and adds the findings to
 * the call's. Redacts in place. Returns false if a rule blocks one of the texts; then nothing is redacted.
 */
export async function guardSlots(guard: Guard, slots: readonly TextSlot[], signal?: StopSignal): Promise<boolean> {
  if (guard.effective.input.length === 0) return true;
  const found = await scan(guard, slots, signal);
  if (found.some(({ applied }) => applied.verdict === "blocked")) return false;
  for (const { index, applied } of found) if (applied.verdict === "redacted") slots[index]?.replace(applied.text);
  return true;
}

/** The same for the arguments of a call that the gateway runs: rules on tool calls read them too. */
export function guardArguments(guard: Guard, slots: readonly TextSlot[]): Promise<boolean> {
  const { effective } = guard;
  const calls = effective.output.filter(({ onlyCalls }) => onlyCalls);
  if (calls.length === 0) return guardSlots(guard, slots);
  return guardSlots({ ...guard, effective: { ...effective, input: [...effective.input, ...calls] } }, slots);
}
