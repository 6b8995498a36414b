import type { Filter, Span } from "../rule.ts";
import { after, before, blank, dash, digitTail, letter } from "../scan.ts";
import { labelsIdentifier } from "./identifiers.ts";

/**
 * Finds United States social security numbers that can have been issued: area not 000, 666 or from 900, group not 00,
 * serial not 0000 (Social Security Administration). Nine digits without separators need a word that says so.
 */
export const ssn: Filter = { slug: "ssn", find, findStableEnd: (text) => digitTail(text, 16) };

const edge = `[${letter}\\p{N}_${dash}.\\/#+]`;
const pattern = new RegExp(
  `(?<!${edge})(\\d{3})([${dash}${blank}.]?)(\\d{2})\\2(\\d{4})(?![${letter}\\p{N}_]|[${dash}.\\/]\\d|[${dash}]\\p{L})`,
  "gv",
);

function find(text: string): Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(pattern)) {
    const [whole, area = "", separator = "", group = "", serial = ""] = match;
    if (!issuable(area, group, serial) || !isPlausible(text, match.index, match.index + whole.length, separator))
      continue;
    spans.push({ start: match.index, end: match.index + whole.length, slug: "ssn" });
  }
  return spans;
}

/** Numbers printed in advertisements and documentation, which were never issued. */
const advertised = new Set(["078051120", "219099999", "123456789", "123121234", "123456780", "111223333"]);

function issuable(area: string, group: string, serial: string): boolean {
  if (area === "000" || area === "666" || area.startsWith("9")) return false;
  const digits = area + group + serial;
  return group !== "00" && serial !== "0000" && !advertised.has(digits) && !/^(\d)\1+$/.test(digits);
}

const labelWord = /ssn|\btin\b|social|soc\.? ?sec|tax ?payer|\bss#|seguro social|sécurité sociale|sozialversicherung/;
/** Matches a label after the number: "287605413 is my social security number". */
const namedBehind =
  /^[^\p{L}\d\n]{0,3}(?:is |as )?(?:not )?(?:an? |my |your |the |his |her |their )?(?:valid |real |correct )?(?:ssn|social sec)/u;
const otherNumber =
  /\b(?:range|part|sku|model|serial|ticket|order|invoice|ref|reference|case|zip|version|batch|lot|item|tracking|isbn|page|room|asset|tag|form|device|unit|locker|bin|shelf|docket|permit|batch|patent|contract|policy|catalog(?:ue)?|product|article|code|phone|tel|fax)\b[^a-z\d]{0,3}(?:(?:no|number|code|id)\b[^a-z\d]{0,3})?$/;

/** Returns whether the text names another number of a person: "Employee 004-55-1234", "member number ...". */
function isOtherNumber(context: string): boolean {
  return (
    labelsIdentifier(context) ||
    /\b(?:employee|member|student|customer|patient|visitor|guest|badge|claim|file|record|account|user)[:#]? $/.test(
      context,
    )
  );
}

function isPlausible(text: string, start: number, end: number, separator: string): boolean {
  const context = before(text, start, 60);
  if (labelWord.test(context) || namedBehind.test(after(text, end, 40))) return true;
  if (separator === "" || separator === "." || otherNumber.test(context) || isOtherNumber(context)) return false;
  return !otherNumber.test(columnOf(text, start));
}

const separators = /[,;\t|]/;

/** Returns the heading of the column, in lower case, if the text begins with a table; empty outside of tables. */
function columnOf(text: string, start: number): string {
  const line = text.lastIndexOf("\n", start - 1) + 1;
  const head = text.slice(0, 400).split("\n")[0] ?? "";
  if (line === 0 || start - line > 400 || !separators.test(head)) return "";
  const column = text.slice(line, start).split(separators).length - 1;
  return (head.split(separators)[column] ?? "").trim().toLowerCase();
}
