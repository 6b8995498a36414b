/** Splits a text as a model would: words with the space before them, or 16 characters if there are no spaces. */
export function wordPieces(text: string): string[] {
  return text.match(/\s*\S{1,16}|\s+$/gu) ?? [];
}

/** Splits arguments as a model would: a few characters each, so that no piece is valid JSON. */
export function argumentPieces(json: string): string[] {
  return json.match(/.{1,6}/gsu) ?? [];
}

/**
 * Returns the padding that providers add against traffic analysis; theirs is random, this one depends only on the
 * piece.
 */
export function padding(piece: string): string {
  return "obfuscation0123".slice(0, Math.max(1, 15 - (piece.length % 15)));
}
