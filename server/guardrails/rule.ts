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
  /** The same for a text that comes in pieces, for filters that would else read from its start each time. */
  follow?: () => Follower;
  /** A custom filter's pattern, and how many instructions it compiles to. */
  pattern?: { source: string; size: number };
};

/** Reads a text that comes in pieces. */
export type Follower = {
  /** Takes the next piece and returns what `settled` would for all so far. */
  read: (piece: string) => number;
  /** Where the last finding so far may end; 0 while there can be none. */
  lastEnd: () => number;
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
