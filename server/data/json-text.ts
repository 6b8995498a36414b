/**
 * Returns a value as JSON that the database accepts: it stores neither NUL characters nor lone surrogates, which
 * upstreams and callers may send. Each becomes U+FFFD, in keys too.
 */
export function jsonText(value: unknown): string {
  const json = JSON.stringify(value);
  return json.includes("\\u") ? json.replace(ESCAPE, (one) => (UNFIT.test(one) ? "\uFFFD" : one)) : json;
}

/** Returns a text that the database accepts, by the same rule. */
export function plainText(text: string): string {
  return text.replaceAll("\0", "\uFFFD");
}

// Matches whole escapes in sequence, so that the text after an escaped backslash is not mistaken for one.
const ESCAPE = /\\(?:u[0-9a-f]{4}|.)/g;
// JSON.stringify does not escape surrogate pairs, so an escaped surrogate is a lone one.
const UNFIT = /^\\u(?:0000|d[89a-f])/;
