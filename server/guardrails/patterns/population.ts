import { mergePatterns, type Positions } from "./positions.ts";
import { op, type Program } from "./program.ts";
import { createStepper, createThreads } from "./threads.ts";

/** The positions of threads, for counting how many a text can keep alive. */
export type Population = {
  /** Reads a character and returns the number of live threads. */
  step: (rune: number) => number;
  /** Returns the result of `step` without changing anything. */
  trial: (rune: number) => number;
  restart: () => void;
};

export function createPopulation(program: Program): Population {
  const positions = mergePatterns([program]);
  const stepper = createStepper(positions, [0]);
  let now = createThreads(positions);
  let next = createThreads(positions);
  const weights = Array.from({ length: positions.count }, (_, position) => weightOf(positions, position));
  const read = (rune: number): number => {
    stepper(now, next, positions.kindOf(rune), 0, () => undefined);
    let sum = 0;
    for (let index = 0; index < next.count; index += 1) sum += weights[next.at[index] as number] as number;
    return sum;
  };
  return {
    step: (rune) => {
      const count = read(rune);
      [now, next] = [next, now];
      return count;
    },
    trial: read,
    restart: () => {
      now.count = 0;
    },
  };
}

/** Classes with more ranges than this, such as those of Unicode, slow down an engine that reads bytes. */
const PLAIN_RANGES = 16;

/**
 * Returns the cost of an open position. It is higher if the position may repeat or be skipped, or if its class is
 * large.
 */
function weightOf({ after, rangesOf }: Positions, position: number): number {
  return (after(position).length > 1 ? 2 : 1) * (rangesOf(position) > PLAIN_RANGES ? 4 : 1);
}

/** Returns the beginning of a match, up to `length`: the first of each alternative and of each class. */
export function beginningOf(program: Program, length: number): number[] {
  const runes: number[] = [];
  let at = program.start;
  for (let steps = 0; steps < program.inst.length * 2 && runes.length < length; steps += 1) {
    const instruction = program.inst[at];
    if (instruction === undefined || instruction.op === op.match) break;
    if (instruction.op >= op.rune && instruction.op <= op.anyButNewline) runes.push(instruction.runes?.[0] ?? 97);
    at = instruction.out;
  }
  return runes;
}
