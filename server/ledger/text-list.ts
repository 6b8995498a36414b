/** Texts to be written together. */
export type TextList = {
  add(text: string): void;
  size(): number;
  /** Returns all texts joined by commas. */
  joined(): string;
  texts(): string[];
};

const FIRST_BYTES = 64 * 1024;
/** The most UTF-8 bytes for one UTF-16 code unit. */
const MOST_BYTES_PER_UNIT = 3;

/**
 * Creates a list that stores texts as bytes: strings that survive two young-generation collections would fill the old
 * generation.
 */
export function createTextList(): TextList {
  let bytes = Buffer.allocUnsafe(FIRST_BYTES);
  let length = 0;
  /** The end offset of each text. */
  const ends: number[] = [];

  function makeRoom(more: number): void {
    if (length + more <= bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(2 * bytes.length, length + more));
    bytes.copy(larger, 0, 0, length);
    bytes = larger;
  }

  return {
    add(text) {
      makeRoom(text.length * MOST_BYTES_PER_UNIT + 1);
      if (ends.length > 0) length += bytes.write(",", length, "latin1");
      length += bytes.write(text, length);
      ends.push(length);
    },
    size: () => ends.length,
    joined: () => bytes.toString("utf8", 0, length),
    texts: () =>
      ends.map((end, index) => bytes.toString("utf8", index === 0 ? 0 : (ends[index - 1] as number) + 1, end)),
  };
}
