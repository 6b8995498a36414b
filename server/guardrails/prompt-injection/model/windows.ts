/** A row of sentences, as indexes of tokens, `to` exclusive. */
export type Window = { from: number; to: number };

/** The most sentences of a window, and the most tokens of one with several. */
const [mostSentences, mostTokens] = [3, 56];

/** Every row of up to three sentences that is not too long. */
export function windowsOf(starts: readonly number[]): Window[] {
  const windows: Window[] = [];
  for (let last = 1; last < starts.length; last += 1) {
    const to = starts[last] ?? 0;
    for (let first = last - 1; first >= Math.max(0, last - mostSentences); first -= 1) {
      const from = starts[first] ?? 0;
      if (first < last - 1 && to - from > mostTokens) break;
      windows.push({ from, to });
    }
  }
  return windows;
}
