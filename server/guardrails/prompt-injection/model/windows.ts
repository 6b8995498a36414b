/** A window of consecutive sentences, as token indexes, `to` exclusive. */
export type Window = { from: number; to: number };

/** The maximum number of sentences in a window, and of tokens in a window with several sentences. */
const [mostSentences, mostTokens] = [3, 56];

/** Returns all windows of up to three sentences within the token limit. */
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
