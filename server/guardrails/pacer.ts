/** A text that is longer is read in slices, with a pause after each: all rules together take 2 ms for one, 10 if it is hostile. */
export const LONGEST_AT_ONCE = 16_384;
export const SLICE_LENGTH = 8_192;

/** Lets others run while much text is read. */
export type Pacer = {
  /** Notes so many characters read; to be awaited when it answers a promise. */
  read(characters: number): Promise<void> | undefined;
};

export function createPacer(): Pacer {
  let sincePause = 0;
  return {
    read(characters) {
      sincePause += characters;
      if (sincePause < SLICE_LENGTH) return undefined;
      sincePause = 0;
      return new Promise((done) => setImmediate(done));
    },
  };
}
