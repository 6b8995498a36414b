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
 * The earliest offset at which a match may have begun that more text could complete or lengthen; the length of the text
 * when there is none. All threads of the automaton are followed at once, each with where it began, so time is linear.
 * Assertions are taken as met: text is then held a little longer than needed and never too short.
 */
export function liveFrom(program: Program, text: string): number {
  const { length } = program.inst;
  let threads = new Float64Array(length).fill(Number.POSITIVE_INFINITY);
  let next = new Float64Array(length);
  for (let index = 0; index < text.length; ) {
    enter(program, threads, program.start, index);
    const rune = text.codePointAt(index) ?? 0;
    next.fill(Number.POSITIVE_INFINITY);
    for (let at = 0; at < length; at += 1) {
      const begun = threads[at] ?? Number.POSITIVE_INFINITY;
      const instruction = program.inst[at];
      if (instruction !== undefined && begun !== Number.POSITIVE_INFINITY && takes(instruction, rune))
        enter(program, next, instruction.out, begun);
    }
    [threads, next] = [next, threads];
    index += rune > 0xffff ? 2 : 1;
  }
  return earliest(program, threads, text.length);
}

function takes(instruction: Instruction, rune: number): boolean {
  if (instruction.op === op.any) return true;
  if (instruction.op === op.anyButNewline) return rune !== 10;
  return (instruction.op === op.rune || instruction.op === op.rune1) && instruction.matchRune(rune);
}

/** Puts a thread that began at `begun` on every instruction it reaches from `at` without reading. */
function enter(program: Program, threads: Float64Array, at: number, begun: number): void {
  const stack = [at];
  for (let current = stack.pop(); current !== undefined; current = stack.pop()) {
    const instruction = program.inst[current];
    if (instruction === undefined || (threads[current] ?? 0) <= begun) continue;
    threads[current] = begun;
    const { op: kind, out, arg } = instruction;
    if (kind === op.alternative || kind === op.alternativeMatch) stack.push(arg, out);
    else if (kind === op.capture || kind === op.assertion || kind === op.nothing) stack.push(out);
  }
}

/** A thread that waits for a character, or for an assertion about the next one, is live. */
function earliest(program: Program, threads: Float64Array, end: number): number {
  let start = end;
  for (const [at, begun] of threads.entries()) {
    const kind = program.inst[at]?.op ?? 0;
    if ((kind >= op.rune && kind <= op.anyButNewline) || kind === op.assertion) start = Math.min(start, begun);
  }
  return start;
}
