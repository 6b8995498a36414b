import type { Body, Dialect, TextSlot } from "#server/dialects/dialect.ts";
import { type InlineDocument, inlineFiles } from "#server/dialects/request/inline-files.ts";
import type { HttpError } from "#server/errors.ts";
import { type Applied, redact, verdictOf } from "#server/guardrails/apply.ts";
import { applySlowly } from "#server/guardrails/apply-slowly.ts";
import type { EffectiveGuardrail } from "#server/guardrails/effective.ts";
import { createGuard, type Guard } from "#server/guardrails/guard.ts";
import { lateMatch, readPatterns, withoutPatterns } from "#server/guardrails/patterns/read-patterns.ts";
import type { Placeholders } from "#server/guardrails/placeholders.ts";
import { type Match, resolve } from "#server/guardrails/resolve.ts";
import type { Rule } from "#server/guardrails/rule.ts";
import { createPacer } from "#server/guardrails/stream/pacer.ts";
import { splitValues } from "#server/guardrails/stream/seams.ts";
import type { StopSignal } from "#server/stop-signal.ts";
import { fixedRule, readableDocuments } from "../guard-documents.ts";
import { jsonCopy } from "../streaming/json-copy.ts";
import { requestRefusal } from "./guard-refusal.ts";

/** A request after guardrails. */
export type GuardedRequest = {
  /** The same object if nothing was redacted; the original is never changed. */
  body: Body;
  /** Undefined if no guardrail reads texts. */
  guard: Guard | undefined;
  /** The 403 if the request must not continue. */
  refusal: HttpError | undefined;
  /** The texts with findings. */
  found: readonly { path: string; applied: Applied }[];
};

type Guarding = GuardedRequest | Promise<GuardedRequest>;

/**
 * Applies the input rules to every text of a body, for any upstream. Returns synchronously if there are no rules;
 * otherwise it only yields to the event loop during long texts.
 */
export function guardRequest(
  dialect: Dialect,
  body: Body,
  effective: EffectiveGuardrail,
  signal?: StopSignal,
): Guarding {
  return guardBody((some) => textsIn(dialect, some), body, effective, signal);
}

/** Returns every text of a body and the parts that cannot be read. It must find them in a copy in the same order. */
export type RequestTextFinder = (body: Body) => {
  slots: TextSlot[];
  unreadable: string[];
  documents?: readonly InlineDocument[];
};

/** The same for a body of any operation. */
export function guardBody(
  findTexts: RequestTextFinder,
  body: Body,
  effective: EffectiveGuardrail,
  signal?: StopSignal,
): Guarding {
  const guard = createGuard(effective);
  if (!guard || effective.input.length === 0) return { body, guard, refusal: undefined, found: [] };
  return inspect(findTexts, body, guard, signal);
}

async function inspect(
  findTexts: RequestTextFinder,
  body: Body,
  guard: Guard,
  signal: StopSignal | undefined,
): Promise<GuardedRequest> {
  const { effective } = guard;
  const { slots, unreadable, documents = [] } = findTexts(body);
  const read = documents.length > 0 ? await readableDocuments(documents, signal) : undefined;
  const found = await scan(guard, read ? [...slots, ...read.slots] : slots, signal);
  const inspected: Guard = {
    ...guard,
    notInspected: (read ? read.stillUnreadable(unreadable) : unreadable).slice(0, MOST_NAMED),
    restorable: effective.restorePlaceholders ? guard.placeholders.named() : guard.restorable,
  };
  const isBlocked = found.some(({ applied }) => applied.verdict === "blocked");
  const texts = found.map(({ path, applied }) => ({ path, applied }));
  if (isBlocked) return { body, guard: inspected, refusal: requestRefusal(inspected), found: texts };
  return { body: redactBody(findTexts, body, found), guard: inspected, refusal: undefined, found: texts };
}

/** At most this many unreadable parts are named. */
const MOST_NAMED = 100;

type Found = { index: number; path: string; applied: Applied };

/** Returns every text of a body in a dialect, and the parts that cannot be read. */
export function textsIn(dialect: Dialect, body: Body): ReturnType<RequestTextFinder> {
  const { texts, unreadable, documents } = inlineFiles(body);
  return { slots: [...dialect.texts(body), ...texts], unreadable, documents };
}

/** Returns the texts with findings, and adds these to the guard's. */
export async function scan(guard: Guard, slots: readonly TextSlot[], signal: StopSignal | undefined): Promise<Found[]> {
  const { effective, placeholders, findings } = guard;
  if (effective.input.some(({ action }) => action === "redact")) for (const { text } of slots) placeholders.avoid(text);
  const patterns = await readPatterns(
    effective.input,
    slots.map(({ text }) => text),
    signal,
  );
  const late = patterns === "late" ? lateFinding(guard) : [];
  if (late.some(({ applied }) => applied.verdict === "blocked")) return late;
  const input = patterns === "late" ? withoutPatterns(effective.input) : effective.input;
  const general = input.filter(({ scanScope }) => scanScope === "all_messages");
  const split = splitsOf(general, slots);
  const pacer = createPacer();
  const found = late;
  for (const [index, { role, path, text, isFixed }] of slots.entries()) {
    const spoken = role === "user" ? input : general;
    const rules = isFixed ? spoken.map(fixedRule) : spoken;
    if (rules.length === 0 || text === "") continue;
    const known = patterns === "late" ? undefined : patterns?.[index];
    const whole = await applySlowly(rules, text, placeholders, pacer, known);
    const parts = split.get(index);
    const applied = parts ? withParts(whole, parts, text, placeholders) : whole;
    if (applied.matches.length === 0 && applied.shadow.length === 0) continue;
    findings.add(applied.matches, "input");
    findings.add(applied.shadow, "input");
    found.push({ index, path, applied });
  }
  return found;
}

/** Matches complete messages and message parts, which a model reads as one continuous text. */
const SAID =
  /^(?:instructions|input|system(?:\[\d+\](?:\.text)?)?|(?:messages|input)\[\d+\]\.content(?:\[\d+\](?:\.text)?)?|contents\[\d+\]\.parts\[\d+\]\.text)$/;

/**
 * Returns the matches that are split over two texts of the same side of the conversation, by the index of their text.
 */
function splitsOf(rules: readonly Rule[], slots: readonly TextSlot[]): Map<number, Match[]> {
  const split = new Map<number, Match[]>();
  const responseText = [...slots.entries()].filter(([, { role, path }]) => role !== "definition" && SAID.test(path));
  for (const [at, [index, slot]] of responseText.entries()) {
    const [after, next] = responseText[at + 1] ?? [];
    if (after === undefined || next?.role !== slot.role) continue;
    for (const { tail, head } of splitValues(rules, slot.text, next.text)) {
      split.set(index, [...(split.get(index) ?? []), tail]);
      split.set(after, [...(split.get(after) ?? []), head]);
    }
  }
  return split;
}

/** Merges a text's matches with the parts of matches that continue in another text. */
function withParts(whole: Applied, parts: readonly Match[], text: string, placeholders: Placeholders): Applied {
  const matches = resolve([...whole.matches, ...parts]);
  const shadow = [...whole.shadow, ...parts.filter(({ rule }) => rule.shadow)];
  const verdict = verdictOf(matches);
  return { verdict, text: verdict === "blocked" ? "" : redact(text, matches, placeholders), matches, shadow };
}

/** Records the finding for a request whose custom patterns took too long. */
function lateFinding({ effective, findings }: Guard): Found[] {
  const match = lateMatch(effective.input);
  if (!match) return [];
  findings.add([match], "input");
  return [{ index: 0, path: "", applied: { verdict: verdictOf([match]), text: "", matches: [match], shadow: [] } }];
}

// Presets and remembered items are shared between calls, so change a copy.
function redactBody(findTexts: RequestTextFinder, body: Body, found: readonly Found[]): Body {
  const changed = found.filter(({ applied }) => applied.verdict === "redacted");
  if (changed.length === 0) return body;
  const copy = jsonCopy(body);
  const { slots } = findTexts(copy);
  for (const { index, applied } of changed) slots[index]?.replace(applied.text);
  return copy;
}
