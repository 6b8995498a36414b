import { changesAnswers, type Guard } from "./guard.ts";
import { createJsonStream } from "./json-stream.ts";
import { type Pacer, SLICE_LENGTH } from "./pacer.ts";
import { restoring } from "./restore.ts";
import { createStreamFilter, type Released, type StreamFilter } from "./stream.ts";

/** `json`: a text that holds JSON. Reasoning keeps its placeholders: it goes back to the model under a signature. */
export type AnswerKind = { form: "plain" | "json"; isReasoning: boolean };

/** The filter of one text of an answer, in pieces or whole. */
export function createAnswerFilter(guard: Guard, { form, isReasoning }: AnswerKind): StreamFilter {
  const { effective, placeholders, restorable } = guard;
  const make = () => {
    const filter = createStreamFilter(effective.output, placeholders);
    return isReasoning ? filter : restoring(filter, restorable);
  };
  if (form === "plain") return make();
  const filter = createJsonStream(make);
  return changesAnswers(guard) ? filter : watching(filter);
}

/** Rules that only report leave the pieces of JSON as they came. */
function watching(filter: StreamFilter): StreamFilter {
  return {
    push: (piece) => ({ ...filter.push(piece), text: piece }),
    end: () => ({ ...filter.end(), text: "" }),
  };
}

/** A whole text, filtered at once. `undefined`: it is withheld. */
export function filterWhole(
  guard: Guard,
  kind: AnswerKind,
  text: string,
): { text: string | undefined; all: Released[] } {
  const filter = createAnswerFilter(guard, kind);
  return joined([filter.push(text), filter.end()]);
}

/** A whole text of any length, filtered without holding the process up. */
export async function filterSlowly(guard: Guard, kind: AnswerKind, text: string, pacer: Pacer) {
  const filter = createAnswerFilter(guard, kind);
  const all: Released[] = [];
  for (let at = 0; at < text.length; at += SLICE_LENGTH) {
    all.push(filter.push(text.slice(at, at + SLICE_LENGTH)));
    await pacer.read(SLICE_LENGTH);
  }
  return joined([...all, filter.end()]);
}

function joined(all: Released[]): { text: string | undefined; all: Released[] } {
  const isBlocked = all.some(({ verdict }) => verdict === "blocked");
  return { text: isBlocked ? undefined : all.map(({ text }) => text).join(""), all };
}
