import type { Span } from "#server/guardrails/rule.ts";

/** A labeled text: the spans that a filter should find, and spans that count as neither right nor wrong. */
export type LabeledRow = {
  id: string;
  text: string;
  spans: { start: number; end: number; type: string }[];
  ignore?: { start: number; end: number }[];
  group: string;
};

export type Tally = { right: number; wrong: number; missed: number };

/**
 * Returns the counts of one filter for one row. Spans match one to one if their intersection over union is at least
 * 0.5.
 */
export function tally(row: LabeledRow, slug: string, found: readonly Span[]): Tally {
  const wanted = row.spans.filter((span) => span.type === slug);
  const joined = slug === "person-name" || slug === "address" ? joinNearby(row.text, found) : [...found];
  const counted = joined.filter((span) => !(row.ignore ?? []).some((other) => overlap(span, other) > 0));
  const left = [...wanted];
  let right = 0;
  for (const span of counted) {
    const index = left.findIndex((other) => overlap(span, other) >= 0.5);
    if (index < 0) continue;
    left.splice(index, 1);
    right += 1;
  }
  return { right, wrong: counted.length - right, missed: left.length };
}

export function measures(sum: Tally): { precision: number; recall: number; f1: number } {
  const precision = sum.right / Math.max(1, sum.right + sum.wrong);
  const recall = sum.right / Math.max(1, sum.right + sum.missed);
  return { precision, recall, f1: (2 * precision * recall) / Math.max(1e-9, precision + recall) };
}

type Range = { start: number; end: number };

function overlap(one: Range, other: Range): number {
  const shared = Math.min(one.end, other.end) - Math.max(one.start, other.start);
  return shared <= 0 ? 0 : shared / (Math.max(one.end, other.end) - Math.min(one.start, other.start));
}

/** Merges spans that at most three spaces or punctuation marks separate. */
function joinNearby(text: string, spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const span of [...spans].sort((one, two) => one.start - two.start)) {
    const last = joined.at(-1);
    if (last !== undefined && /^[\s\p{P}]{0,3}$/u.test(text.slice(last.end, span.start)))
      last.end = Math.max(last.end, span.end);
    else joined.push({ ...span });
  }
  return joined;
}
