/** Texts that wait to be written together. */
export type TextList = {
  add(text: string): void;
  size(): number;
  /** All texts with a comma between each two. */
  joined(): string;
  texts(): string[];
};

const FIRST_BYTES = 64 * 1024;
/** UTF-8 takes no more for a unit of UTF-16. */
const MOST_BYTES_PER_UNIT = 3;

/** Keeps texts as bytes: as strings that outlive two collections of young objects, they would fill the old space. */
export function createTextList(): TextList {
  let bytes = Buffer.allocUnsafe(FIRST_BYTES);
  let length = 0;
  /** Where each text ends. */
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
