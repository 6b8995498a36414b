import { parseJsonText } from "#server/json/shallow-json.ts";

/** Parses JSON from an untrusted source; returns undefined if it is invalid. */
export function parseJson(text: string): unknown {
  try {
    return parseJsonText(text);
  } catch {
    return undefined;
  }
}
