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
  let held = "";
  const restored = (text: string) => text.replace(namePattern, (name) => values.get(name) ?? name);
  return {
    push(piece) {
      const released = filter.push(piece);
      const text = held + released.text;
      const until = released.verdict === "blocked" ? text.length : partialNameStart(text, values);
      held = text.slice(until);
      return { ...released, text: restored(text.slice(0, until)) };
    },
    end() {
      const released = filter.end();
      const text = held + released.text;
      held = "";
      return { ...released, text: restored(text) };
    },
  };
}

/** Returns the offset from which the text may be the start of a name. */
function partialNameStart(text: string, values: ReadonlyMap<string, string>): number {
  const start = text.lastIndexOf("[");
  if (start < 0 || text.length - start > LONGEST_NAME || text.indexOf("]", start) >= 0) return text.length;
  const begun = text.slice(start);
  for (const name of values.keys()) if (name.startsWith(begun)) return start;
  return text.length;
}
