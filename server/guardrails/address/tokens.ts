/** A word, number or mark of an address; offsets are those of the text, end exclusive. */
export type Token = { text: string; lower: string; start: number; end: number };

const tokenPattern = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’./&-]*|#|,|\n/gu;
/** Matches characters and line breaks that no address contains. */
const stop = /["“”;:(){}<>|\t?!=*]|\n\s*\n|\.\s+(?=\p{Lu}\p{Ll}{2,}\s+\p{Ll})/u;

/** The maximum length of an address, in UTF-16 units. */
export const reach = 130;

/** Returns the tokens from `start` to the first character that cannot be part of an address. */
export function tokensFrom(text: string, start: number): Token[] {
  const slice = text.slice(start, start + reach);
  const end = stop.exec(slice)?.index ?? slice.length;
  const tokens: Token[] = [];
  for (const match of slice.slice(0, end).matchAll(tokenPattern)) {
    const word = match[0].length > 1 ? match[0].replace(/[.'’/&-]+$/, "") : match[0];
    tokens.push({
      text: word,
      lower: word.toLowerCase(),
      start: start + match.index,
      end: start + match.index + word.length,
    });
    if (tokens.length === 26) break;
  }
  return tokens;
}

export function isCode(token: Token | undefined): boolean {
  return token !== undefined && /^\d{5}(?:-\d{4})?$/.test(token.text);
}

/** Returns the number of tokens of the British or Canadian postal code at `index`: 1 or 2; 0 if there is none. */
export function postcodeLength(tokens: readonly Token[], index: number): number {
  const [one, two] = [tokens[index]?.text ?? "", tokens[index + 1]?.text ?? ""];
  if (/^(?:[A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2}|[A-Z]\d[A-Z]\d[A-Z]\d)$/.test(one)) return 1;
  return /^(?:[A-Z]{1,2}\d{1,2}[A-Z]? \d[A-Z]{2}|[A-Z]\d[A-Z] \d[A-Z]{1,2}\d?|[A-Z]{1,2}\d{1,2} \d{2}[A-Z])$/.test(
    `${one} ${two}`,
  )
    ? 2
    : 0;
}
