/**
 * A longer text is read in slices, with a pause after each: all rules together take 2 ms for one, or 10 ms if it is
 * hostile.
 */
export const LONGEST_AT_ONCE = 16_384;
export const SLICE_LENGTH = 8_192;

/** Characters times instructions of custom patterns that are processed in one turn, within about 10 ms. */
const WORK_AT_ONCE = 800_000;

/** Returns the same for rules with custom patterns, `weight` instructions per character. */
export function sliceLength(weight: number): number {
  return Math.max(128, Math.min(SLICE_LENGTH, Math.floor(WORK_AT_ONCE / Math.max(1, weight))));
}

/** Lets other work run while a long text is read. */
export type Pacer = {
  /** Counts characters read; await the promise if it returns one. */
  read(characters: number): Promise<void> | undefined;
};

export function createPacer(slice = SLICE_LENGTH): Pacer {
  let sincePause = 0;
  return {
    read(characters) {
      sincePause += characters;
      if (sincePause < slice) return undefined;
      sincePause = 0;
      return new Promise((done) => setImmediate(done));
    },
  };
}
