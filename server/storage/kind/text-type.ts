import { jsonState } from "./json-state.ts";

/**
 * Returns the media type of a text from its first part. `isCut`: the file continues after this part. A text without a
 * clear type is plain text.
 */
export function textType(start: string, isCut: boolean): string {
  const text = start.replace(/^\uFEFF/, "");
  const lines = text.split(/\r?\n/);
  const whole = isCut ? lines.slice(0, -1) : lines;
  const filled = whole.filter((line) => line.trim() !== "");
  const state = jsonState(text);
  if (state === "whole" || (state === "open" && isCut)) return "application/json";
  if (filled.length > 1 && filled.every((line) => jsonState(line) === "whole")) return "application/x-ndjson";
  if (isCsv(filled.slice(0, 20))) return "text/csv";
  return isMarkdown(whole) ? "text/markdown" : "text/plain";
}

/**
 * Returns whether the lines have the same number of fields each; commas of prose, which a space follows, do not count.
 */
function isCsv(lines: readonly string[]): boolean {
  if (lines.length < 2) return false;
  return [",", ";", "\t"].some((delimiter) => {
    const counts = lines.map((line) => fieldCount(line, delimiter));
    const spaced = lines.filter((line) => line.includes(`${delimiter} `)).length;
    return (counts[0] ?? 0) > 1 && counts.every((count) => count === counts[0]) && spaced * 2 < lines.length;
  });
}

function fieldCount(line: string, delimiter: string): number {
  return line.replace(/"(?:[^"]|"")*"/g, "").split(delimiter).length;
}

const MARKDOWN_SIGNS = [
  /^#{1,6} \S/,
  /^(```|~~~)/,
  /^\s*(?:[-*+]|\d+\.) \S/,
  /^> ?\S/,
  /^\|?\s*:?-{3,}:?\s*\|/,
  /\[[^\]]+\]\([^)\s]+\)/,
  /(?:^|\s)(?:\*\*\S[^*]*\*\*|`[^`]+`)/,
];

/** Returns whether the text shows two different signs of Markdown, or starts with a heading. */
function isMarkdown(lines: readonly string[]): boolean {
  const [first = "", second = ""] = lines;
  if (/^# \S/.test(first) && second.trim() === "" && lines.length > 2) return true;
  return MARKDOWN_SIGNS.filter((sign) => lines.some((line) => sign.test(line))).length > 1;
}
