import { type Automaton, createAutomaton, type State } from "./automaton.ts";
import { mergePatterns, type Positions } from "./positions.ts";
import type { Program } from "./program.ts";
import { createStepper, createThreads, type Stepper, type Threads } from "./threads.ts";

/** Follows a text that arrives in pieces under several patterns at once. Offsets count from the start of the text. */
export type Follower = {
  /** Reads the next piece and returns the patterns with a possible match end in it. */
  read: (piece: string) => ReadonlySet<number>;
  /**
   * Returns the earliest start of a possible match that more text could complete or extend; the length if there is
   * none.
   */
  stableEnd: () => number;
  /** Does the same for one pattern. */
  stableEndOf: (pattern: number) => number;
  /** Returns the last possible match end of a pattern so far; 0 if there is none. */
  lastEnd: (pattern: number) => number;
};

/** Patterns that are followed together; states built for one text are reused for others. */
export type PatternSet = {
  positions: Positions;
  /** For patterns with few states. */
  automaton: Automaton;
  /** Groups of patterns with too many states, each with its stepper. */
  costly: readonly Stepper[];
};

export function createPatternSet(programs: readonly Program[]): PatternSet {
  const positions = mergePatterns(programs);
  return { positions, automaton: createAutomaton(positions, [...programs.keys()]), costly: [] };
}

/** The threads of patterns that were removed from the automaton. */
type Walk = { stepper: Stepper; now: Threads; next: Threads };

type Reading = {
  set: PatternSet;
  automaton: Automaton;
  state: State;
  /** The start offset of each group of the state. */
  starts: Float64Array;
  walks: Walk[];
  length: number;
  lastEnds: Float64Array;
  accepted: Set<number>;
};

export function followPatterns(set: PatternSet): Follower {
  const { positions, automaton } = set;
  const reading: Reading = {
    set,
    automaton,
    state: automaton.initial,
    starts: new Float64Array(positions.count + 1),
    walks: set.costly.map((stepper) => createWalk(positions, stepper)),
    length: 0,
    lastEnds: new Float64Array(positions.first.length),
    accepted: new Set(),
  };
  // The first half of a surrogate pair whose second half has not arrived yet.
  let half = "";

  function read(piece: string): ReadonlySet<number> {
    const text = half + piece;
    const end = isHalf(text.charCodeAt(text.length - 1)) ? text.length - 1 : text.length;
    half = text.slice(end);
    reading.accepted.clear();
    const earlierWalks = [...reading.walks];
    for (const walk of earlierWalks) advanceWalk(reading, walk, text, 0, end);
    run(reading, text, end);
    reading.length += end;
    return reading.accepted;
  }

  return {
    read,
    stableEnd: () => Math.min(firstOf(reading), ...reading.walks.map((walk) => firstIn(walk, reading.length))),
    stableEndOf: (pattern) => stableEndOf(reading, pattern),
    lastEnd: (pattern) => reading.lastEnds[pattern] ?? 0,
  };
}

function isHalf(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

function createWalk(positions: Positions, stepper: Stepper): Walk {
  return { stepper, now: createThreads(positions), next: createThreads(positions) };
}

function firstOf({ state, starts, length }: Reading): number {
  return state.groupCount > 0 ? (starts[0] as number) : length;
}

function firstIn({ now }: Walk, length: number): number {
  return now.count > 0 ? (now.starts[0] as number) : length;
}

function stableEndOf(reading: Reading, pattern: number): number {
  const { state, starts, length, walks, set } = reading;
  const { patternOf } = set.positions;
  const index = state.positions.findIndex((position) => patternOf[position] === pattern);
  let first = index < 0 ? length : (starts[state.groups[index] as number] as number);
  for (const { now } of walks) {
    const at = now.at.subarray(0, now.count).findIndex((position) => patternOf[position] === pattern);
    if (at >= 0) first = Math.min(first, now.starts[at] as number);
  }
  return first;
}

/** Reads a text with the automaton, and continues without the patterns that become too costly for it. */
function run(reading: Reading, text: string, end: number): void {
  const { kindOf } = reading.set.positions;
  const { starts, length: offset } = reading;
  let { state, automaton } = reading;
  automaton.note(end);
  for (let index = 0; index < end; ) {
    const rune = text.codePointAt(index) as number;
    const kind = kindOf(rune);
    const step = state.steps[kind] ?? automaton.step(state, kind);
    if (step === undefined) {
      reading.state = state;
      giveUpCostly(reading, text, index, end);
      ({ state, automaton } = reading);
      continue;
    }
    const { from } = step;
    // Groups keep their order, so each moves to the front or stays.
    for (let group = 0; group < from.length; group += 1) {
      const origin = from[group] as number;
      starts[group] = origin < 0 ? offset + index : (starts[origin] as number);
    }
    state = step.state;
    index += rune > 0xffff ? 2 : 1;
    for (const pattern of step.accepted) accept(reading, pattern, offset + index);
  }
  reading.state = state;
}

function accept({ lastEnds, accepted }: Reading, pattern: number, end: number): void {
  if (end > (lastEnds[pattern] as number)) lastEnds[pattern] = end;
  accepted.add(pattern);
}

/**
 * Moves the patterns with the largest share of a state out of the automaton, and reads the rest of the text for them.
 */
function giveUpCostly(reading: Reading, text: string, index: number, end: number): void {
  const { set, automaton, state } = reading;
  const { positions } = set;
  const costly = busiestOf(positions, state);
  const stepper = createStepper(positions, costly);
  const next = createAutomaton(
    positions,
    automaton.patterns.filter((pattern) => !costly.includes(pattern)),
  );
  // Later texts start with the smaller set.
  if (set.automaton === automaton) {
    set.automaton = next;
    set.costly = [...set.costly, stepper];
  }
  const [kept, moved] = [createThreads(positions), createWalk(positions, stepper)];
  for (const [thread, position] of state.positions.entries()) {
    const to = costly.includes(positions.patternOf[position] as number) ? moved.now : kept;
    to.at[to.count] = position;
    to.starts[to.count] = reading.starts[state.groups[thread] as number] as number;
    to.count += 1;
  }
  reading.automaton = next;
  reading.state = next.stateOf(kept);
  reading.starts.set([...new Set(kept.starts.subarray(0, kept.count))]);
  reading.walks.push(moved);
  advanceWalk(reading, moved, text, index, end);
}

/** Returns the patterns with at least half as many positions in a state as the largest one. */
function busiestOf({ patternOf }: Positions, { positions }: State): number[] {
  const counts = new Map<number, number>();
  for (const position of positions) {
    const pattern = patternOf[position] as number;
    counts.set(pattern, (counts.get(pattern) ?? 0) + 1);
  }
  const most = Math.max(...counts.values());
  return [...counts].filter(([, count]) => count * 2 >= most).map(([pattern]) => pattern);
}

function advanceWalk(reading: Reading, walk: Walk, text: string, start: number, end: number): void {
  const { kindOf } = reading.set.positions;
  const { stepper } = walk;
  const offset = reading.length;
  for (let index = start; index < end; ) {
    const rune = text.codePointAt(index) as number;
    const after = index + (rune > 0xffff ? 2 : 1);
    stepper(walk.now, walk.next, kindOf(rune), offset + index, (pattern) => accept(reading, pattern, offset + after));
    [walk.now, walk.next] = [walk.next, walk.now];
    index = after;
  }
}
