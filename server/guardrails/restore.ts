import { namePattern } from "./placeholders.ts";
import type { StreamFilter } from "./stream.ts";

/** Longer than any assigned name. */
const LONGEST_NAME = 64;

/**
 * Wraps a filter to replace names with their values. The end of a piece is held if it may be the start of a name, until
 * more text arrives.
 */
export function restoreValues(filter: StreamFilter, values: ReadonlyMap<string, string>): StreamFilter {
  if (values.size === 0) return filter;
  let heldText = "";
  const restored = (text: string) => text.replace(namePattern, (name) => values.get(name) ?? name);
  return {
    push(piece) {
      const released = filter.push(piece);
      const text = heldText + released.text;
      const until = released.verdict === "blocked" ? text.length : partialNameStart(text, values);
      heldText = text.slice(until);
      return { ...released, text: restored(text.slice(0, until)) };
    },
    end() {
      const released = filter.end();
      const text = heldText + released.text;
      heldText = "";
      return { ...released, text: restored(text) };
    },
  };
}

/** Returns the offset from which the text may be the start of a name. */
function partialNameStart(text: string, values: ReadonlyMap<string, string>): number {
  const start = text.lastIndexOf("[");
  if (start < 0 || text.length - start > LONGEST_NAME || text.indexOf("]", start) >= 0) return text.length;
  const rest = text.slice(start);
  for (const name of values.keys()) if (name.startsWith(rest)) return start;
  return text.length;
}
