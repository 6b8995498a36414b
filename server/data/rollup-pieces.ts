import { type Grain, MINUTES_KEPT_MS, type Span } from "./rollup-grains.ts";

/** The roll-up rows of one span and grain whose buckets start in `[from, to)`, Unix ms. */
export type Piece = { span: Span; grain: Grain; from: number; to: number };

const WIDTH_MS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const satisfies Record<Span, number>;

export type PieceOptions = { from: number; to: number; widest: Span; grain: Grain; nowMs: number };

/**
 * Returns the fewest roll-up rows that cover a time range: days in the middle, hours and minutes at its ends. The range
 * is extended to full minutes, and to full hours where minutes are no longer stored.
 */
export function piecesOf({ from, to, widest, grain, nowMs }: PieceOptions): Piece[] {
  const minutesFrom = firstMinuteKept(nowMs);
  const start = from < minutesFrom ? floor(from, WIDTH_MS.hour) : floor(from, WIDTH_MS.minute);
  const end = to <= minutesFrom ? ceil(to, WIDTH_MS.hour) : ceil(to, WIDTH_MS.minute);
  const spans = (["day", "hour", "minute"] as const).slice(["day", "hour", "minute"].indexOf(widest));
  return splitRange(start, end, spans, grain);
}

/** Returns the first time whose minutes are stored (Unix ms): a full hour. */
export function firstMinuteKept(nowMs: number): number {
  return floor(nowMs - MINUTES_KEPT_MS, WIDTH_MS.hour);
}

function splitRange(from: number, to: number, [span, ...finer]: readonly Span[], grain: Grain): Piece[] {
  if (from >= to || !span) return [];
  const width = WIDTH_MS[span];
  const first = ceil(from, width);
  const last = floor(to, width);
  if (first >= last) return splitRange(from, to, finer, grain);
  // Minutes are stored only in the full grain.
  const whole = { span, grain: span === "minute" ? "full" : grain, from: first, to: last } as const;
  return [...splitRange(from, first, finer, grain), whole, ...splitRange(last, to, finer, grain)];
}

const floor = (time: number, width: number) => Math.floor(time / width) * width;
const ceil = (time: number, width: number) => Math.ceil(time / width) * width;
