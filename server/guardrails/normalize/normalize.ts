import { hasSpecial, plainCharacters } from "./characters.ts";
import { escapeMarks, withoutEscapes } from "./escapes.ts";
import { composeReadings, type Reading, unchangedReading } from "./rewrite.ts";
import { hasSpelledSign, withSigns } from "./spelled-signs.ts";

/**
 * Reads a text as a person would: escapes decoded, digits of any script and full-width signs as ASCII, blanks as
 * spaces, letters with their accents, no invisible characters, `(at)` and `[dot]` as signs. Case and words are
 * unchanged. Plain text is recognized at the speed of a search for single bytes.
 */
export function normalize(text: string): Reading {
  let reading = unchangedReading(text);
  if (escapeMarks.some((mark) => text.includes(mark))) reading = withoutEscapes(text);
  if (!isPlain(reading.text)) reading = chainReadings(reading, plainCharacters(reading.text));
  if (hasSpelledSign(reading.text)) reading = chainReadings(reading, withSigns(reading.text));
  return reading;
}

/** ASCII has no special character except the tab, and is recognized by its length in UTF-8. */
function isPlain(text: string): boolean {
  return Buffer.byteLength(text) === text.length ? !text.includes("\t") : !hasSpecial(text);
}

function chainReadings(before: Reading, after: Reading): Reading {
  if (after.text === before.text) return before;
  return composeReadings(before, after);
}
