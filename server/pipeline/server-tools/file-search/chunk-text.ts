/** About a thousand tokens, which every embeddings model takes. */
const LONGEST = 3_200;
/** The overlap of neighboring pieces, so that a sentence at a border is complete in one of them. */
const OVERLAP = 400;
const MOST_CHUNKS = 2_000;

/** Returns a text in overlapping pieces that end between words, and where possible between paragraphs. */
export function chunkText(text: string): string[] {
  const chunks: string[] = [];
  for (let start = 0; start < text.length && chunks.length < MOST_CHUNKS; ) {
    const end = endAfter(text, start);
    const chunk = storable(text.slice(start, end)).trim();
    if (chunk !== "") chunks.push(chunk);
    if (end >= text.length) break;
    start = Math.max(start + 1, beginBefore(text, end - OVERLAP));
  }
  return chunks;
}

/** A border may split a surrogate pair, and the database stores neither lone surrogates nor U+0000. */
function storable(piece: string): string {
  return piece.replaceAll("\0", "").toWellFormed();
}

function endAfter(text: string, start: number): number {
  const most = start + LONGEST;
  if (most >= text.length) return text.length;
  const least = start + LONGEST / 2;
  for (const border of ["\n\n", "\n", ". ", " "]) {
    const at = text.lastIndexOf(border, most - border.length);
    if (at >= least) return at + border.length;
  }
  return most;
}

function beginBefore(text: string, at: number): number {
  const blank = text.lastIndexOf(" ", at);
  return blank > at - OVERLAP ? blank + 1 : at;
}
