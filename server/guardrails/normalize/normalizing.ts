import type { Filter, Span } from "../rule.ts";
import { escapeTail } from "./escapes.ts";
import { normalize } from "./normalize.ts";
import type { Reading } from "./rewrite.ts";
import { type Spelled, signTail } from "./spelled-signs.ts";

/**
 * Wraps a filter to read normalized text; its findings refer to the original text and include whole escapes. `spelled`:
 * what a value may end with before a sign spelled in words, even after a blank.
 */
export function normalizing(filter: Filter, spelled?: Spelled): Filter {
  return {
    slug: filter.slug,
    find: (text) => spansOf(readingOf(text), filter),
    settled: (text) => {
      const head = text.slice(0, certain(text));
      const reading = readingOf(head);
      const settled = filter.settled(reading.text);
      const open = spelled ? Math.min(settled, signTail(reading.text, spelled)) : settled;
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
function certain(text: string): number {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.length - 1 : escapeTail(text);
}

/** The last result: the filters of a call read the same text one after the other. */
let known = { written: "", reading: normalize("") };

function readingOf(written: string): Reading {
  if (known.written !== written) known = { written, reading: normalize(written) };
  return known.reading;
}
