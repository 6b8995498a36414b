import { op, type Program } from "./program.ts";

/**
 * Several compiled patterns as one set of positions: the instructions that read a character or assert something about
 * the next one. The engine's steps between two characters are folded into `after`.
 */
export type Positions = {
  count: number;
  /** The number of the pattern that a position belongs to. */
  patternOf: Uint16Array;
  /** The start positions of each pattern. */
  first: readonly Int32Array[];
  /** Returns the positions that follow after this one has read a character. */
  after: (position: number) => Int32Array;
  /** Returns whether a match may end after this position has read a character. */
  accepts: (position: number) => boolean;
  /** Returns the number of character ranges that a position reads. */
  rangesOf: (position: number) => number;
  /** Returns the kind of a character: the same positions read all characters of one kind. */
  kindOf: (rune: number) => number;
  /** Returns for each position 1 if it reads characters of this kind. */
  readersOf: (kind: number) => Uint8Array;
};

type Closure = { positions: Int32Array; isMatch: boolean };

export function mergePatterns(programs: readonly Program[]): Positions {
  const places = programs.flatMap((program, pattern) =>
    program.inst.flatMap(({ op: kind }, at) => (isPosition(kind) ? [{ program, pattern, at }] : [])),
  );
  const numbers = programs.map(() => new Map<number, number>());
  for (const [number, { pattern, at }] of places.entries()) numbers[pattern]?.set(at, number);
  const reach = (pattern: number, at: number) =>
    closureOf(programs[pattern] as Program, at, numbers[pattern] as Map<number, number>);
  const follows: (Closure | undefined)[] = [];
  const followOf = (position: number): Closure => {
    const { program, pattern, at } = places[position] as (typeof places)[number];
    const follow = reach(pattern, program.inst[at]?.out ?? 0);
    follows[position] = follow;
    return follow;
  };
  return {
    count: places.length,
    patternOf: Uint16Array.from(places, ({ pattern }) => pattern),
    first: programs.map(({ start }, pattern) => reach(pattern, start).positions),
    after: (position) => (follows[position] ?? followOf(position)).positions,
    accepts: (position) => (follows[position] ?? followOf(position)).isMatch,
    rangesOf: (position) => {
      const { program, at } = places[position] as Place;
      return (program.inst[at]?.runes?.length ?? 0) / 2;
    },
    ...kindsOf(places),
  };
}

function isPosition(kind: number): boolean {
  return (kind >= op.rune && kind <= op.anyButNewline) || kind === op.assertion;
}

/**
 * Returns the positions that are reachable without reading a character. Assertions are assumed to hold, so slightly
 * more text is held than necessary, and never too little.
 */
function closureOf(program: Program, from: number, numbers: ReadonlyMap<number, number>): Closure {
  const visited = new Set<number>();
  const stack = [from];
  let isMatch = false;
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const instruction = program.inst[at];
    if (instruction === undefined || visited.has(at)) continue;
    visited.add(at);
    const { op: kind, out, arg } = instruction;
    if (kind === op.match) isMatch = true;
    if (kind === op.alternative || kind === op.alternativeMatch) stack.push(arg, out);
    else if (kind === op.capture || kind === op.assertion || kind === op.nothing) stack.push(out);
  }
  const positions = [...visited].flatMap((at) => numbers.get(at) ?? []);
  return { positions: Int32Array.from(positions).sort(), isMatch };
}

type Place = { program: Program; at: number };

function kindsOf(places: readonly Place[]): Pick<Positions, "kindOf" | "readersOf"> {
  const classes = new Map<string, { number: number; has: (rune: number) => boolean }>();
  const classOf = Uint16Array.from(places, ({ program, at }) => {
    const { op: kind, arg, runes = [], matchRune } = program.inst[at] as Program["inst"][number];
    const name = `${kind} ${arg} ${Array.from(runes).join()}`;
    const instruction = program.inst[at] as Program["inst"][number];
    const has = hasOf(kind, (rune) => matchRune.call(instruction, rune));
    const known = classes.get(name) ?? { number: classes.size, has };
    classes.set(name, known);
    return known.number;
  });
  const all = [...classes.values()];
  const tables: Uint8Array[] = [];
  const numbers = new Map<string, number>();
  // One more than the kind of each character; 0 for characters not seen yet.
  const plane = new Uint16Array(0x10000);
  const kindBySearch = (rune: number): number => {
    const table = Uint8Array.from(all, ({ has }) => (has(rune) ? 1 : 0));
    const name = table.join("");
    const known = numbers.get(name) ?? tables.push(Uint8Array.from(classOf, (one) => table[one] as number)) - 1;
    numbers.set(name, known);
    if (rune < plane.length) plane[rune] = known + 1;
    return known;
  };
  return {
    kindOf: (rune) => {
      const known = plane[rune];
      return known ? known - 1 : kindBySearch(rune);
    },
    readersOf: (kind) => tables[kind] as Uint8Array,
  };
}

function hasOf(kind: number, matchRune: (rune: number) => boolean): (rune: number) => boolean {
  if (kind === op.any) return () => true;
  if (kind === op.anyButNewline) return (rune) => rune !== 10;
  return kind === op.rune || kind === op.rune1 ? matchRune : () => false;
}
