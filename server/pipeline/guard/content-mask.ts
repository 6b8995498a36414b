import type { Guard } from "#server/guardrails/guard.ts";

/** Replaces redacted values anywhere in a text with their placeholders. */
export type Mask = (text: string) => string;

const MOST_VALUES = 1_000;
const MOST_LENGTH = 50_000;
const LONGEST_TEXT = 1_000_000;

/**
 * Returns a mask that keeps redacted values out of stored content. They may also appear in fields that no rule reads,
 * in a response where they were restored, or in one that guessed them. Returns undefined if there are too many values
 * to search for.
 */
export function maskOf(guard: Guard | undefined): Mask | undefined {
  const names = new Map<string, string>();
  for (const [name, value] of [...(guard?.restorable ?? []), ...(guard?.placeholders.named() ?? [])]) {
    names.set(value, name);
    // In tool arguments the value appears JSON-escaped.
    names.set(JSON.stringify(value).slice(1, -1), name);
  }
  names.delete("");
  if (names.size === 0) return (text) => text;
  // If two values share a prefix, match the longer one first.
  const values = [...names.keys()].sort((one, other) => other.length - one.length);
  const all = values.map((value) => RegExp.escape(value)).join("|");
  if (values.length > MOST_VALUES || all.length > MOST_LENGTH) return undefined;
  const pattern = new RegExp(all, "g");
  const masked = (text: string) => text.replace(pattern, (value) => names.get(value) ?? "");
  return (text) => {
    if (text.length <= LONGEST_TEXT) return masked(text);
    // Drops the end, where a value may be cut in two.
    return masked(text.slice(0, LONGEST_TEXT)).slice(0, -MOST_LENGTH);
  };
}
