import type { Filter, Span } from "../rule.ts";
import { escapeTail } from "./escapes.ts";
import { normalize } from "./normalize.ts";
import type { Reading } from "./rewrite.ts";
import { type Spelled, signTail } from "./spelled-signs.ts";

/**
 * Wraps a filter to read normalized text. Its findings refer to the original text and include whole escapes. `spelled`:
 * the characters that a value may end with before a sign spelled in words, even after a blank.
 */
export function normalizeFilter(filter: Filter, spelled?: Spelled): Filter {
  return {
    slug: filter.slug,
    find: (text) => spansOf(readingOf(text), filter),
    findStableEnd: (text) => {
      const head = text.slice(0, certainEnd(text));
      const reading = readingOf(head);
      const stableEnd = filter.findStableEnd(reading.text);
      const open = spelled ? Math.min(stableEnd, signTail(reading.text, spelled)) : stableEnd;
      return open >= reading.text.length ? head.length : reading.startOf(open);
    },
  };
}

function spansOf(reading: Reading, filter: Filter): Span[] {
  return filter.find(reading.text).map(({ start, end, slug }) => ({
    start: reading.startOf(start),
    end: reading.endOf(end),
    slug,
  }));
}

/** Returns the offset up to which appended text cannot change how characters are read. */
function certainEnd(text: string): number {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.length - 1 : escapeTail(text);
}

/** The last result, because the filters of a request read the same text one after the other. */
let lastReading = { written: "", reading: normalize("") };

function readingOf(written: string): Reading {
  if (lastReading.written !== written) lastReading = { written, reading: normalize(written) };
  return lastReading.reading;
}
