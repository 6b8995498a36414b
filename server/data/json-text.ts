/**
 * A value as JSON that the database takes: its texts know neither the character NUL nor halves of characters, which
 * upstreams and callers may well send. Each becomes U+FFFD, in keys too.
 */
export function jsonText(value: unknown): string {
  const json = JSON.stringify(value);
  return json.includes("\\u") ? json.replace(ESCAPE, (one) => (UNFIT.test(one) ? "\uFFFD" : one)) : json;
}

/** A text that the database takes, by the same rule. */
export function plainText(text: string): string {
  return text.replaceAll("\0", "\uFFFD");
}

// Whole escapes one after the other, so that what follows an escaped backslash is read as the text it is.
const ESCAPE = /\\(?:u[0-9a-f]{4}|.)/g;
// JSON.stringify leaves whole surrogate pairs as they are: one that is escaped stands alone.
const UNFIT = /^\\u(?:0000|d[89a-f])/;
