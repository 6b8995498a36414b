import type { Guard } from "#server/guardrails/guard.ts";

/** Writes the placeholders of redacted values in place of the values, wherever they stand in a text. */
export type Mask = (text: string) => string;

const MOST_VALUES = 1_000;
const MOST_LENGTH = 50_000;
const LONGEST_TEXT = 1_000_000;

/**
 * Keeps what guardrails took out of a call from being stored with it: it may stand in fields that no rule reads, in an
 * answer in which it was put back, or in one that guessed it. Undefined where too much was taken out to look for it all.
 */
export function maskOf(guard: Guard | undefined): Mask | undefined {
  const names = new Map<string, string>();
  for (const [name, value] of [...(guard?.restorable ?? []), ...(guard?.placeholders.named() ?? [])]) {
    names.set(value, name);
    // In the text of a tool's arguments it stands as JSON.
    names.set(JSON.stringify(value).slice(1, -1), name);
  }
  names.delete("");
  if (names.size === 0) return (text) => text;
  // Of two values that begin alike the longer is looked for first.
  const values = [...names.keys()].sort((one, other) => other.length - one.length);
  const all = values.map((value) => RegExp.escape(value)).join("|");
  if (values.length > MOST_VALUES || all.length > MOST_LENGTH) return undefined;
  const pattern = new RegExp(all, "g");
  const masked = (text: string) => text.replace(pattern, (value) => names.get(value) ?? "");
  return (text) => {
    if (text.length <= LONGEST_TEXT) return masked(text);
    // A value may have been cut in two at the end.
    return masked(text.slice(0, LONGEST_TEXT)).slice(0, -MOST_LENGTH);
  };
}
