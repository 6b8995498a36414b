import type { Program } from "./patterns/program.ts";

/** One finding in a text: UTF-16 offsets, end exclusive, and the slug of its filter. */
export type Span = { start: number; end: number; slug: string };

/** A text filter. A pure function of the text, whose time is linear in its length. */
export type Filter = {
  slug: string;
  /** Returns the findings in order of their start, without overlaps. */
  find: (text: string) => Span[];
  /**
   * Returns the offset before which appended text cannot change the findings. Streamed text is held back from there.
   */
  findStableEnd: (text: string) => number;
  pattern?: CustomPattern;
};

/** The pattern of a custom filter. `size`: the number of its compiled instructions. */
export type CustomPattern = {
  source: string;
  size: number;
  program: Program;
  /** Returns the matches from an offset on, which must be the end of a match or outside of all matches. */
  findFrom: (text: string, from: number) => Span[];
};

export type Action = "block" | "redact" | "flag";

/** A filter with the action for its findings. */
export type Rule = {
  /** The slug of a built-in filter, or the id of a custom one. */
  id: string;
  /** The display name: "Email addresses". */
  name: string;
  /** The word in a placeholder: EMAIL becomes `[EMAIL_1]`. */
  label: string;
  action: Action;
  filter: Filter;
  /** A shadow rule reports without acting. */
  shadow?: boolean;
  /** In responses, reads only the arguments of tool calls. */
  onlyCalls?: boolean;
};
