/** The instructions of a compiled pattern, as the engine names them. */
export type Instruction = {
  op: number;
  out: number;
  arg: number;
  matchRune: (rune: number) => boolean;
  runes?: ArrayLike<number>;
};
export type Program = { inst: Instruction[]; start: number };

/** The kinds of instructions. */
export const op = {
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
