import { turns } from "./bounded-input.ts";

/** Term saturation and length normalization: the usual Okapi BM25 values. */
const k1 = 1.2;
const b = 0.75;

const stopWords = new Set(
  (
    "a about after all also am an and any are as at be because been before but by can could did do does for from had has " +
    "have he her here him his how i if in into is it its just me more most my no not of on one or our out she should so " +
    "some such tell than that the their them then there these they this those to too up us was we were what when where " +
    "which while who whom whose why will with would you your"
  ).split(" "),
);

/** Returns the relevance of each text to the query, in the order of the texts; 0 if they share no meaningful word. */
export async function bm25(query: string, texts: string[]): Promise<number[]> {
  const terms = [...new Set(words(query))];
  const turn = turns();
  const documents: string[][] = [];
  for (const text of texts) {
    documents.push(words(text));
    await turn();
  }
  const averageLength = documents.reduce((sum, { length }) => sum + length, 0) / Math.max(1, documents.length) || 1;
  const counts = documents.map((document) => countOf(document, terms));
  const rarity = terms.map((_, term) =>
    inverseFrequency(counts.filter((row) => (row[term] ?? 0) > 0).length, texts.length),
  );
  return documents.map(({ length }, index) => {
    const norm = k1 * (1 - b + (b * length) / averageLength);
    const row = counts[index] ?? [];
    return row.reduce((sum, times, term) => sum + ((rarity[term] ?? 0) * times * (k1 + 1)) / (times + norm), 0);
  });
}

/** Returns lower-case words without stop words and without a plural `s`. */
export function words(text: string): string[] {
  const found = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return found.filter((word) => !stopWords.has(word)).map((word) => (word.length > 3 ? word.replace(/s$/, "") : word));
}

function countOf(document: string[], terms: string[]): number[] {
  const row = terms.map(() => 0);
  const places = new Map(terms.map((term, index) => [term, index]));
  for (const word of document) {
    const place = places.get(word);
    if (place !== undefined) row[place] = (row[place] ?? 0) + 1;
  }
  return row;
}

function inverseFrequency(holding: number, all: number): number {
  return Math.log(1 + (all - holding + 0.5) / (holding + 0.5));
}
