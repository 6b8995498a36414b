/** The instructions of a compiled pattern, as the engine names them. */
type Instruction = { op: number; out: number; arg: number; matchRune: (rune: number) => boolean };
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
 * Follows a text that comes in pieces, and answers after each the earliest offset at which a match may have begun that
 * more text could complete or lengthen; the length so far when there is none. All threads of the automaton are followed
 * at once, each with where it began, so that each character is read once, at a cost of the threads that are live.
 * Assertions are taken as met: text is then held a little longer than needed and never too short.
 */
export function followLive(program: Program): (piece: string) => number {
  let now = createThreads(program.inst.length);
  let next = createThreads(program.inst.length);
  let length = 0;
  // Half of a character, whose other half is still to come.
  let half = "";

  function step(rune: number): void {
    enter(program, now, program.start, length);
    for (const at of now.live) {
      const instruction = program.inst[at];
      if (instruction && takes(instruction, rune)) enter(program, next, instruction.out, now.begun[at] ?? 0);
    }
    clear(now);
    [now, next] = [next, now];
    length += rune > 0xffff ? 2 : 1;
  }

  return (piece) => {
    const text = half + piece;
    const end = isHalf(text.charCodeAt(text.length - 1)) ? text.length - 1 : text.length;
    for (let index = 0; index < end; ) {
      const rune = text.codePointAt(index) ?? 0;
      step(rune);
      index += rune > 0xffff ? 2 : 1;
    }
    half = text.slice(end);
    return earliest(program, now, length);
  };
}

/** Instructions that threads stand at, each with the offset at which its earliest thread began. */
type Threads = { live: number[]; begun: Float64Array };

function createThreads(count: number): Threads {
  return { live: [], begun: new Float64Array(count).fill(Number.POSITIVE_INFINITY) };
}

function clear({ live, begun }: Threads): void {
  for (const at of live) begun[at] = Number.POSITIVE_INFINITY;
  live.length = 0;
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
function enter(program: Program, { live, begun }: Threads, at: number, start: number): void {
  const stack = [at];
  for (let current = stack.pop(); current !== undefined; current = stack.pop()) {
    const instruction = program.inst[current];
    const known = begun[current] ?? 0;
    if (instruction === undefined || known <= start) continue;
    if (known === Number.POSITIVE_INFINITY) live.push(current);
    begun[current] = start;
    const { op: kind, out, arg } = instruction;
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
