import { isRecord } from "#lib/is-record.ts";
import { UpstreamError } from "#server/errors.ts";
import { withNumbersOf } from "#server/json/exact-numbers.ts";
import type { Body, DialectEvent } from "../dialect.ts";
import { finishOf } from "../finish-reason.ts";
import { recordsOf, textOf } from "../read-field.ts";

/** Collects chunks into a completion. Throws UpstreamError if a choice has no end because the stream was cut. */
export function collect(events: DialectEvent[]): Body {
  const chunks = events.map(({ data }) => data).filter(isRecord);
  const choices = new Map<unknown, Body>();
  for (const choice of chunks.flatMap((chunk) => recordsOf(chunk.choices))) mergeChoice(choices, choice);
  const { choices: _, ...head } = Object.assign({}, ...chunks) as Body;
  const usage = chunks.findLast((chunk) => isRecord(chunk.usage))?.usage;
  if ([...choices.values()].some(({ finish_reason: finish }) => finishOf(finish) === undefined))
    throw new UpstreamError(502, "The provider's stream ended early", { retryable: true });
  return { ...head, object: "text_completion", ...(usage !== undefined && { usage }), choices: [...choices.values()] };
}

function mergeChoice(choices: Map<unknown, Body>, piece: Body): void {
  const known = choices.get(piece.index) ?? { index: piece.index, text: "", logprobs: null, finish_reason: null };
  const other = piece.delta ?? piece.message;
  const text = textOf(piece.text) ?? (isRecord(other) ? textOf(other.content) : undefined) ?? "";
  choices.set(piece.index, {
    ...known,
    text: `${known.text}${text}`,
    logprobs: isRecord(piece.logprobs) ? appendLists(known.logprobs, piece.logprobs) : known.logprobs,
    finish_reason: finishOf(piece.finish_reason) ?? known.finish_reason,
  });
}

/** Appends token lists, which arrive in pieces. */
function appendLists(before: unknown, piece: Body): Body {
  const earlier = isRecord(before) ? before : {};
  const lists = Object.entries(piece).map(([name, list]) => {
    const known = earlier[name];
    return [name, Array.isArray(known) && Array.isArray(list) ? [...known, ...list] : (list ?? known ?? null)];
  });
  return { ...earlier, ...Object.fromEntries(lists) };
}

/** Returns a whole completion as the equivalent chunks. */
export function replay(response: Body): DialectEvent[] {
  const { choices, usage, ...head } = response;
  const chunk = (fields: Body): DialectEvent => ({ data: withNumbersOf(response, { ...head, ...fields }) });
  return [
    ...recordsOf(choices).map((choice, index) => chunk({ choices: [{ index, ...choice }] })),
    ...(isRecord(usage) ? [chunk({ choices: [], usage })] : []),
    { data: "[DONE]" },
  ];
}
