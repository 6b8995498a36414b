/** A normalized text with the original position of each character. Offsets are UTF-16. */
export type Reading = {
  text: string;
  /** Returns where the character at `index` starts in the original; `index` may be the length. */
  startOf: (index: number) => number;
  /** Returns where the character before `index` ends in the original. */
  endOf: (index: number) => number;
};

/**
 * Replaces every match of `pattern`, which has the g or y flag, and tracks offsets. Returns the same text if nothing
 * matches; `replacementOf` returns undefined to keep a match. Linear in the length of the text.
 */
export function rewrite(
  text: string,
  pattern: RegExp,
  replacementOf: (match: RegExpExecArray) => string | undefined,
): Reading {
  const pieces: string[] = [];
  // Offsets from which both texts run in parallel again.
  const readOffsets = [0];
  const writtenOffsets = [0];
  let done = 0;
  let length = 0;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const replacement = replacementOf(match);
    if (replacement === undefined) continue;
    pieces.push(text.slice(done, match.index), replacement);
    length += match.index - done;
    done = match.index + match[0].length;
    if (match[0].length !== replacement.length) {
      readOffsets.push(length, length + replacement.length);
      writtenOffsets.push(match.index, done);
    }
    length += replacement.length;
  }
  if (pieces.length === 0) return unchangedReading(text);
  pieces.push(text.slice(done));
  return {
    text: pieces.join(""),
    startOf: starts(readOffsets, writtenOffsets),
    endOf: ends(readOffsets, writtenOffsets),
  };
}

export function unchangedReading(text: string): Reading {
  return { text, startOf: (index) => index, endOf: (index) => index };
}

/** Composes two readings: `after` is a reading of the text of `before`. */
export function composeReadings(before: Reading, after: Reading): Reading {
  return {
    text: after.text,
    startOf: (index) => before.startOf(after.startOf(index)),
    endOf: (index) => before.endOf(after.endOf(index)),
  };
}

function starts(readOffsets: readonly number[], writtenOffsets: readonly number[]): (index: number) => number {
  return (index) => {
    const at = lastWithin(readOffsets, index);
    // A replacement is one unit: every position in it maps to its start.
    return isReplacement(at) ? (writtenOffsets[at] ?? 0) : (writtenOffsets[at] ?? 0) + index - (readOffsets[at] ?? 0);
  };
}

function ends(readOffsets: readonly number[], writtenOffsets: readonly number[]): (index: number) => number {
  return (index) => {
    if (index === 0) return 0;
    const at = lastWithin(readOffsets, index - 1);
    return isReplacement(at)
      ? (writtenOffsets[at + 1] ?? 0)
      : (writtenOffsets[at] ?? 0) + index - (readOffsets[at] ?? 0);
  };
}

/**
 * Returns whether the stretch from an offset is a replacement. After the first offset, offsets come in pairs: the start
 * and the end of a replacement.
 */
function isReplacement(at: number): boolean {
  return at % 2 === 1;
}

/** Returns the index of the last of the sorted offsets that is not after `index`. */
function lastWithin(offsets: readonly number[], index: number): number {
  let [low, high] = [0, offsets.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((offsets[middle] ?? 0) <= index) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
