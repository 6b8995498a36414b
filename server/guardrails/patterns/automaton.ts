import type { Positions } from "./positions.ts";
import { createStepper, createThreads, type Threads } from "./threads.ts";

/**
 * The positions that a text keeps open, in groups that started together, earliest first. The groups' start offsets are
 * stored elsewhere, so that texts share states.
 */
export type State = { positions: Int32Array; groups: Int32Array; groupCount: number; steps: (Step | undefined)[] };

/**
 * `from`: the previous group of each group in the next state, or -1 for a new group. `accepted`: the patterns with a
 * possible match end.
 */
export type Step = { state: State; from: Int32Array; accepted: readonly number[] };

/** A lazily built automaton for some patterns of a set. */
export type Automaton = {
  patterns: readonly number[];
  initial: State;
  /** Returns the state of these threads. */
  stateOf: (threads: Threads) => State;
  /**
   * Returns undefined if there are too many states for the number of characters read: following the patterns
   * individually is then cheaper.
   */
  step: (state: State, kind: number) => Step | undefined;
  /** Counts characters read. */
  note: (characters: number) => void;
};

const STATES_MAX = 2_000;
/** Characters that a state must save to justify building it. */
const WORTH = 20;

export function createAutomaton(positions: Positions, patterns: readonly number[]): Automaton {
  const states = new Map<string, State>();
  const stepper = createStepper(positions, patterns);
  const from = createThreads(positions);
  const to = createThreads(positions);
  let characters = 0;

  function stateOf(threads: Threads): State {
    const { at, groups, groupCount } = groupThreads(threads);
    const name = `${at.join()} ${groups.join()}`;
    const existing = states.get(name);
    if (existing) return existing;
    const state: State = { positions: at, groups, groupCount, steps: [] };
    states.set(name, state);
    return state;
  }

  function build(state: State, kind: number): Step {
    from.count = state.positions.length;
    from.at.set(state.positions);
    from.starts.set(state.groups);
    const accepted = new Set<number>();
    stepper(from, to, kind, state.groupCount, (pattern) => accepted.add(pattern));
    const origins = [...new Set(to.starts.subarray(0, to.count))];
    const step = {
      state: stateOf(to),
      from: Int32Array.from(origins, (group) => (group === state.groupCount ? -1 : group)),
      accepted: [...accepted],
    };
    state.steps[kind] = step;
    return step;
  }

  return {
    patterns,
    initial: stateOf(from),
    stateOf,
    step: (state, kind) => {
      const existing = state.steps[kind];
      if (existing) return existing;
      if (states.size >= STATES_MAX) {
        if (characters < STATES_MAX * WORTH) return undefined;
        states.clear();
        characters = 0;
      }
      return build(state, kind);
    },
    note: (count) => {
      characters += count;
    },
  };
}

/** Groups the threads that started together, in the order of their positions. */
function groupThreads({ at, starts, count }: Threads) {
  const positions = at.slice(0, count);
  const groups = new Int32Array(count);
  let groupCount = 0;
  for (let start = 0; start < count; groupCount += 1) {
    let end = start;
    while (end < count && starts[end] === starts[start]) end += 1;
    positions.subarray(start, end).sort();
    groups.fill(groupCount, start, end);
    start = end;
  }
  return { at: positions, groups, groupCount };
}
