import { mergePatterns } from "./positions.ts";
import { op, type Program } from "./program.ts";
import { createStepper, createThreads } from "./threads.ts";

/** Where threads stand, for a look at how many a text can keep alive. */
export type Population = {
  /** Reads a character and returns how many threads are alive. */
  step: (rune: number) => number;
  /** Returns what `step` would, and changes nothing. */
  trial: (rune: number) => number;
  restart: () => void;
};

export function createPopulation(program: Program): Population {
  const positions = mergePatterns([program]);
  const stepper = createStepper(positions, [0]);
  let now = createThreads(positions);
  let next = createThreads(positions);
  const read = (rune: number): number => {
    stepper(now, next, positions.kindOf(rune), 0, () => undefined);
    return next.count;
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

/** A text that begins as a match does, as far as `length`: of each choice the first, of each class its first character. */
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
