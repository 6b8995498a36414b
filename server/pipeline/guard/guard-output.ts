import type { Body, Dialect, OutputText } from "#server/dialects/dialect.ts";
import { changesOutput, type Guard, readsOutput } from "#server/guardrails/guard.ts";
import { filterSlowly } from "#server/guardrails/output-filter.ts";
import { createPacer } from "#server/guardrails/stream/pacer.ts";
import type { Released } from "#server/guardrails/stream.ts";
import { responseRefusal } from "./guard-refusal.ts";

/**
 * Applies the output rules to a whole response in place, if there are any. Rejects with the guardrail's error if one
 * blocks it.
 */
export function guardResponse(
  { dialect, guard }: { dialect: Dialect; guard: Guard | undefined },
  { state }: { state: { notes: string[] } },
  response: Body,
): Promise<void> | undefined {
  if (!guard || !readsOutput(guard)) return undefined;
  dropTokens(dialect, guard, state.notes, response);
  return guardTexts(guard, dialect.outputTexts.reply(response));
}

/** The same for response texts of any operation. */
export async function guardTexts(guard: Guard, texts: readonly OutputText[]): Promise<void> {
  const pacer = createPacer();
  let isBlocked = false;
  for (const text of texts) {
    const filtered = await filterSlowly(guard, text, text.text, pacer);
    count(guard, text, filtered.all);
    if (filtered.text === undefined) isBlocked = true;
    else if (filtered.text !== text.text) text.replace(filtered.text);
  }
  if (isBlocked) throw responseRefusal(guard);
}

/** Counts the findings in a text unless it only repeats another text. */
export function count({ findings }: Guard, { isEcho }: Pick<OutputText, "isEcho">, all: readonly Released[]): void {
  if (isEcho && all.every(({ verdict }) => verdict !== "blocked")) return;
  for (const { matches, shadow } of all) {
    findings.add(matches, "output");
    findings.add(shadow, "output");
  }
}

const NOTE = "logprobs: removed (a guardrail reads the response)";

/** Drops the token lists of a response, because they repeat text that rules may remove. */
export function dropTokens(dialect: Dialect, guard: Guard, notes: string[], body: Body): void {
  if (changesOutput(guard) && dialect.outputTexts.dropTokens(body) && !notes.includes(NOTE)) notes.push(NOTE);
}
