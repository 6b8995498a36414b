import { mayHoldLongNumbers } from "#server/shallow-json.ts";
import { parseJson } from "./parse-json.ts";
import { isRecord } from "./read-field.ts";
import type { Target } from "./target.ts";

/**
 * The arguments of a call, given as JSON text, for the neutral request. Vendors' packages read the text for targets that
 * take values: where that would change numbers it is read here, and they are written again as they stood.
 */
export function argumentsFor(text: string, { family }: Target): unknown {
  if (family !== "anthropic" && family !== "google") return text;
  const value = mayHoldLongNumbers(text) ? parseJson(text) : undefined;
  return isRecord(value) ? value : text;
}
