import type { Follower } from "../rule.ts";

/** The instructions of a compiled pattern, as the engine names them. */
type Instruction = {
  op: number;
  out: number;
  arg: number;
  matchRune: (rune: number) => boolean;
  runes?: ArrayLike<number>;
};
export type Program = { inst: Instruction[]; start: number };

const op = {
  alternative: 1,
  alternativeMatch: 2,
  capture: 3,
  assertion: 4,
  match: 6,
  nothing: 7,
  rune: 8,
  rune1: 9,
  any: 10,
  anyButNewline: 11,
};

/**
 * Follows a text that comes in pieces, and returns after each the earliest offset at which a match may have begun that
 * more text could complete or lengthen; the length so far when there is none. All threads of the automaton are followed
 * at once, each with where it began, so that each character is read once, at a cost of the threads that are live.
 * Assertions are taken as met: text is then held a little longer than needed and never too short.
 */
export function followLive(program: Program): Follower {
  let now = createThreads(program.inst.length);
  let next = createThreads(program.inst.length);
  let length = 0;
  let lastEnd = 0;
  // Half of a character, whose other half is still to come.
  let half = "";
  const beginning = beginningsOf(program);

  function step(rune: number): void {
    enter(program, now, program.start, length);
    for (const at of now.live) {
      const instruction = program.inst[at];
      if (instruction && takes(instruction, rune)) enter(program, next, instruction.out, now.begun[at] ?? 0);
    }
    clear(now);
    [now, next] = [next, now];
    length += rune > 0xffff ? 2 : 1;
    if (now.hasMatch) lastEnd = length;
  }

  function read(piece: string): number {
    const text = half + piece;
    const end = isHalf(text.charCodeAt(text.length - 1)) ? text.length - 1 : text.length;
    for (let index = 0; index < end; ) {
      if (now.live.length === 0) {
        beginning.lastIndex = index;
        const next = Math.min(end, beginning.exec(text)?.index ?? end);
        length += next - index;
        index = next;
        if (index === end) break;
      }
      const rune = text.codePointAt(index) ?? 0;
      step(rune);
      index += rune > 0xffff ? 2 : 1;
    }
    half = text.slice(end);
    return earliest(program, now, length);
  }
  return { read, lastEnd: () => lastEnd };
}

/** Finds the next character that a match may begin with; beyond ASCII, any. */
function beginningsOf(program: Program): RegExp {
  const first = createThreads(program.inst.length);
  enter(program, first, program.start, 0);
  const begins = (rune: number) => first.live.some((at) => takes(program.inst[at] as Instruction, rune));
  const ascii = Array.from({ length: 128 }, (_, rune) => rune).filter(begins);
  const named = ascii.map((rune) => `\\x${rune.toString(16).padStart(2, "0")}`);
  return new RegExp(`[${named.join("")}\\u0080-\\uffff]`, "g");
}

/** Where threads stand, for a look at how many a text can keep alive. */
export type Population = {
  /** Reads a character and returns how many threads are alive. */
  step: (rune: number) => number;
  /** Returns what `step` would, and changes nothing. */
  trial: (rune: number) => number;
  restart: () => void;
};

export function createPopulation(program: Program): Population {
  let now = createThreads(program.inst.length);
  let next = createThreads(program.inst.length);
  const read = (rune: number): number => {
    clear(next);
    enter(program, now, program.start, 0);
    for (const at of now.live) {
      const instruction = program.inst[at];
      if (instruction && takes(instruction, rune)) enter(program, next, instruction.out, 0);
    }
    return next.live.length;
  };
  return {
    step: (rune) => {
      const count = read(rune);
      [now, next] = [next, now];
      return count;
    },
    trial: read,
    restart: () => clear(now),
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

/** Instructions that threads stand at, each with the offset at which its earliest thread began. */
type Threads = { live: number[]; begun: Float64Array; hasMatch: boolean };

function createThreads(count: number): Threads {
  return { live: [], begun: new Float64Array(count).fill(Number.POSITIVE_INFINITY), hasMatch: false };
}

function clear(threads: Threads): void {
  const { live, begun } = threads;
  for (const at of live) begun[at] = Number.POSITIVE_INFINITY;
  live.length = 0;
  threads.hasMatch = false;
}

function isHalf(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

function takes(instruction: Instruction, rune: number): boolean {
  if (instruction.op === op.any) return true;
  if (instruction.op === op.anyButNewline) return rune !== 10;
  return (instruction.op === op.rune || instruction.op === op.rune1) && instruction.matchRune(rune);
}

/** Puts a thread that began at `start` on every instruction it reaches from `at` without reading. */
function enter(program: Program, threads: Threads, at: number, start: number): void {
  const { live, begun } = threads;
  const stack = [at];
  for (let current = stack.pop(); current !== undefined; current = stack.pop()) {
    const instruction = program.inst[current];
    const known = begun[current] ?? 0;
    if (instruction === undefined || known <= start) continue;
    if (known === Number.POSITIVE_INFINITY) live.push(current);
    begun[current] = start;
    const { op: kind, out, arg } = instruction;
    if (kind === op.match) threads.hasMatch = true;
    if (kind === op.alternative || kind === op.alternativeMatch) stack.push(arg, out);
    else if (kind === op.capture || kind === op.assertion || kind === op.nothing) stack.push(out);
  }
}

/** A thread that waits for a character, or for an assertion about the next one, is live. */
function earliest(program: Program, { live, begun }: Threads, end: number): number {
  let start = end;
  for (const at of live) {
    const kind = program.inst[at]?.op ?? 0;
    const waits = (kind >= op.rune && kind <= op.anyButNewline) || kind === op.assertion;
    if (waits) start = Math.min(start, begun[at] ?? end);
  }
  return start;
}
