import { parseJsonText } from "#server/json/shallow-json.ts";

/** Parses JSON that somebody else wrote; undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return parseJsonText(text);
  } catch {
    return undefined;
  }
}
