import type { Program } from "./patterns/program.ts";

/** One finding in a text: UTF-16 offsets, end exclusive, and the slug of the filter that made it. */
export type Span = { start: number; end: number; slug: string };

/** One text filter. Pure, and linear in the length of the text, whatever the text is. */
export type Filter = {
  slug: string;
  /** The findings in order of their start, without overlaps. */
  find: (text: string) => Span[];
  /**
   * The offset before which more text at the end cannot change what is found.
   * A streamed text is held back from here on.
   */
  settled: (text: string) => number;
  pattern?: CustomPattern;
};

/** The pattern of a custom filter. `size`: the instructions that it compiles to. */
export type CustomPattern = {
  source: string;
  size: number;
  program: Program;
  /** What `find` returns of the text from an offset on, which is the end of another match or lies in none. */
  findFrom: (text: string, from: number) => Span[];
};

export type Action = "block" | "redact" | "flag";

/** A filter with what is done about its findings. */
export type Rule = {
  /** The builtin's slug, or the id of a custom filter. */
  id: string;
  /** What a person reads: "Email addresses". */
  name: string;
  /** The word in a placeholder: EMAIL becomes `[EMAIL_1]`. */
  label: string;
  action: Action;
  filter: Filter;
  /** A shadow rule reports and does nothing. */
  shadow?: boolean;
};
