import type { StopSignal } from "#server/stop-signal.ts";
import type { EffectiveRule } from "./effective.ts";
import { changesOutput, type Guard } from "./guard.ts";
import { type KnownSpans, lateMatch, readPatterns, weightOf, withoutPatterns } from "./patterns/read-patterns.ts";
import { restoreValues } from "./restore.ts";
import type { Rule } from "./rule.ts";
import { createJsonStream } from "./stream/json-stream.ts";
import { type Pacer, SLICE_LENGTH, sliceLength } from "./stream/pacer.ts";
import { createStreamFilter, type Released, type StreamFilter } from "./stream.ts";

/**
 * `json`: a text that contains JSON, such as a call's arguments; `isCall`: arguments in another form. Reasoning keeps its placeholders, since it is sent back to the model with a
 * signature.
 */
export type OutputKind = { form: "plain" | "json"; isReasoning: boolean; isCall?: boolean };

/**
 * Creates the filter of one text of a response, in pieces or whole. `spans`: the findings of custom patterns in the
 * whole text.
 */
export function createOutputFilter(
  guard: Guard,
  kind: OutputKind,
  spans?: KnownSpans,
  rules: readonly Rule[] = rulesFor(guard, kind),
): StreamFilter {
  const { form, isReasoning } = kind;
  const { placeholders, restorable, clock } = guard;
  const make = () => {
    const filter = createStreamFilter(rules, placeholders, { known: spans, clock });
    return isReasoning ? filter : restoreValues(filter, restorable);
  };
  if (form === "plain") return make();
  const filter = createJsonStream(make);
  return changesOutput(guard) ? filter : withoutChanges(filter);
}

/** Returns the rules that read a text of a response. */
function rulesFor({ effective }: Guard, { form, isCall }: OutputKind): readonly EffectiveRule[] {
  return form === "json" || isCall ? effective.output : effective.outputTexts;
}

/** Passes pieces of JSON on unchanged, for guardrails that only report. */
function withoutChanges(filter: StreamFilter): StreamFilter {
  return {
    push: (piece) => ({ ...filter.push(piece), text: piece }),
    end: () => ({ ...filter.end(), text: "" }),
  };
}

/** Filters a whole text at once. Returns undefined if it is withheld. */
export function filterWhole(
  guard: Guard,
  kind: OutputKind,
  text: string,
): { text: string | undefined; all: Released[] } {
  const filter = createOutputFilter(guard, kind);
  return joinReleased([filter.push(text), filter.end()]);
}

/** Filters a whole text of any length without blocking the process. */
export async function filterSlowly(guard: Guard, kind: OutputKind, text: string, pacer: Pacer, signal?: StopSignal) {
  const output = rulesFor(guard, kind);
  // Strings inside JSON are separate texts, whose patterns are followed here.
  const patterns = kind.form === "plain" ? await readPatterns(output, [text], signal) : undefined;
  const late = patterns === "late" ? lateMatch(output) : undefined;
  if (late?.rule.action === "block")
    return joinReleased([{ text: "", matches: [late], shadow: [], verdict: "blocked" }]);
  const spans = patterns === "late" ? undefined : patterns?.[0];
  const filter = createOutputFilter(guard, kind, spans, patterns === "late" ? withoutPatterns(output) : output);
  const all: Released[] = late ? [{ text: "", matches: [late], shadow: [], verdict: "flagged" }] : [];
  const slice = sliceLength(patterns ? 0 : weightOf(output));
  for (let at = 0; at < text.length; at += slice) {
    all.push(filter.push(text.slice(at, at + slice)));
    // One slice per turn of the event loop.
    await pacer.read(SLICE_LENGTH);
  }
  return joinReleased([...all, filter.end()]);
}

function joinReleased(all: Released[]): { text: string | undefined; all: Released[] } {
  const isBlocked = all.some(({ verdict }) => verdict === "blocked");
  return { text: isBlocked ? undefined : all.map(({ text }) => text).join(""), all };
}
