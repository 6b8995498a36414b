import { parseJson } from "../parse-json.ts";
import { isRecord } from "../read-field.ts";
import type { Target } from "../target.ts";

/**
 * The arguments of a call, given as JSON text, for the neutral request. For targets that take values they are read here,
 * since vendors' packages would change numbers; what is no record, as of a call that was cut off, becomes one: every
 * upstream refuses the conversation otherwise, in each turn that follows.
 */
export function argumentsFor(text: string, path: string, { family, notes }: Target): unknown {
  const value = parseJson(text);
  const takesValues = family === "anthropic" || family === "google";
  if (isRecord(value)) return takesValues ? value : text;
  notes.add(`${path}: no JSON object, sent as one that holds its text`);
  const record = { INVALID_JSON: text };
  return takesValues ? record : JSON.stringify(record);
}
