import { isRecord } from "#lib/is-record.ts";
import { parseJson } from "../parse-json.ts";
import type { Target } from "../target.ts";

/**
 * Returns a request's arguments, given as JSON text, for the neutral request. For targets that take parsed values they
 * are parsed here, since SDK packages would change numbers. Anything but an object, e.g. of a truncated call, becomes
 * an object: otherwise every upstream would reject each later turn of the conversation. `null` means no arguments:
 * Llama writes it.
 */
export function argumentsFor(text: string, path: string, { takesCallValues, notes }: Target): unknown {
  const value = parseJson(text);
  if (isRecord(value)) return takesCallValues ? value : text;
  if (value === null) return takesCallValues ? {} : "{}";
  notes.add(`${path}: not a JSON object, sent as one with the text`);
  const record = { INVALID_JSON: text };
  return takesCallValues ? record : JSON.stringify(record);
}
