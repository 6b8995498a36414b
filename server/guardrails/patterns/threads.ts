import type { Positions } from "./positions.ts";

/**
 * The positions of patterns that a text keeps open, earliest first. `starts`: where each one started, in any increasing
 * unit.
 */
export type Threads = { at: Int32Array; starts: Float64Array; count: number };

export function createThreads({ count }: Pick<Positions, "count">): Threads {
  return { at: new Int32Array(count), starts: new Float64Array(count), count: 0 };
}

/**
 * Reads a character for the patterns of a set; `onMatch` receives the numbers of patterns with a possible match end.
 */
export type Stepper = (
  from: Threads,
  to: Threads,
  kind: number,
  start: number,
  onMatch: (pattern: number) => void,
) => void;

const UNKNOWN = -1;
const SEVERAL = -2;

/**
 * Creates the stepper for some patterns of a set: each character advances every thread, and each pattern also starts
 * anew.
 */
export function createStepper(positions: Positions, patterns: readonly number[]): Stepper {
  const { after, accepts, readersOf, patternOf, first } = positions;
  const beginnings = Int32Array.from(patterns.flatMap((pattern) => [...(first[pattern] ?? [])]));
  const beginningsBy: Int32Array[] = [];
  const marks = new Uint32Array(positions.count);
  /** The only next position, if no match may end here, which is the usual case. */
  const only = new Int32Array(positions.count).fill(UNKNOWN);
  let mark = 0;

  function learn(position: number): number {
    const follow = after(position);
    const next = follow.length === 1 && !accepts(position) ? (follow[0] as number) : SEVERAL;
    only[position] = next;
    return next;
  }

  // The innermost loop over a text: it uses only arrays and indexes.
  function move(
    moving: Int32Array,
    starts: Float64Array | number,
    count: number,
    readers: Uint8Array,
    to: Threads,
    onMatch: (pattern: number) => void,
  ): void {
    const { at, starts: startsOf } = to;
    let written = to.count;
    for (let index = 0; index < count; index += 1) {
      const position = moving[index] as number;
      if (readers[position] === 0) continue;
      const since = typeof starts === "number" ? starts : (starts[index] as number);
      let next = only[position] as number;
      if (next === UNKNOWN) next = learn(position);
      if (next >= 0) {
        if (marks[next] === mark) continue;
        marks[next] = mark;
        at[written] = next;
        startsOf[written] = since;
        written += 1;
        continue;
      }
      if (accepts(position)) onMatch(patternOf[position] as number);
      const follow = after(position);
      for (let at2 = 0; at2 < follow.length; at2 += 1) {
        next = follow[at2] as number;
        if (marks[next] === mark) continue;
        marks[next] = mark;
        at[written] = next;
        startsOf[written] = since;
        written += 1;
      }
    }
    to.count = written;
  }

  return (from, to, kind, start, onMatch) => {
    const readers = readersOf(kind);
    mark += 1;
    if (mark === 0xffffffff) {
      marks.fill(0);
      mark = 1;
    }
    to.count = 0;
    move(from.at, from.starts, from.count, readers, to, onMatch);
    beginningsBy[kind] ??= beginnings.filter((position) => readers[position] === 1);
    move(beginningsBy[kind], start, beginningsBy[kind].length, readers, to, onMatch);
  };
}
