import { characterOf } from "./entities.ts";
import { type Reading, rewrite } from "./rewrite.ts";

/** The first characters of escapes; a text without these contains no escapes. */
export const escapeMarks = ["&", "%", "\\"];

const hex = "[\\da-fA-F]";
const named = "&(?:amp;)*(?<name>[A-Za-z][A-Za-z\\d]{1,30});";
const numeric = `&(?:amp;)*#(?:(?<decimal>\\d{1,7})|[xX](?<hex>${hex}{1,6}));?`;
/** One percent-encoded character in UTF-8, encoded any number of times. */
const percent = `%(?:25)*(?:[2-7]${hex}|0[9AaDd])|(?:%(?:25)*[c-fC-F]${hex})(?:%(?:25)*[89abAB]${hex}){1,3}`;
/** A character as JSON, JavaScript and Python escape it; a string within a string doubles the backslash. */
const slashed = `\\\\{1,4}(?:u\\{(?<point>${hex}{1,6})\\}|(?<units>u${hex}{4})|x(?<byte>${hex}{2})|(?<control>[nrt"/]))`;

const single = new RegExp(`${named}|${numeric}|(?<percent>${percent})|${slashed}`, "g");
const escapes = new RegExp(`\\\\{1,4}u[dD][89abAB]${hex}{2}\\\\{1,4}u[dD][c-fC-F]${hex}{2}|${single.source}`, "g");

/** Decodes HTML entities, percent escapes and backslash escapes. */
export function withoutEscapes(text: string): Reading {
  return rewrite(text, escapes, decodeEscape);
}

const controls: Record<string, string> = { n: "\n", r: "\n", t: " ", '"': '"', "/": "/" };

function decodeEscape({ 0: whole, groups = {} }: RegExpExecArray): string | undefined {
  const { name, decimal, hex: digits, percent: bytes, point, units, byte, control } = groups;
  if (name !== undefined) return characterOf(name);
  if (bytes !== undefined) return decodedBytes(bytes);
  if (control !== undefined) return controls[control];
  if (decimal !== undefined) return character(Number(decimal));
  const code = digits ?? point ?? units?.slice(1) ?? byte;
  if (code !== undefined) return character(Number.parseInt(code, 16));
  const [high = "", low = ""] = whole.match(/[\da-fA-F]{4}/g) ?? [];
  return String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low, 16));
}

/** Returns the character of a code; undefined for characters that do not occur in text. */
function character(code: number): string | undefined {
  if (code > 0x10ffff || code === 0 || (code >= 0xd800 && code <= 0xdfff)) return undefined;
  return String.fromCodePoint(code);
}

const strict = new TextDecoder("utf-8", { fatal: true });

function decodedBytes(escaped: string): string | undefined {
  if (escaped.lastIndexOf("%") === 0) return String.fromCharCode(Number.parseInt(escaped.slice(-2), 16));
  const pairs = escaped.split("%").filter((one) => one !== "");
  const bytes = pairs.map((one) => Number.parseInt(one.slice(-2), 16));
  try {
    return strict.decode(Uint8Array.from(bytes));
  } catch {
    return undefined;
  }
}

/** The longest end of a text that may be the beginning of an escape. */
const unfinished = new RegExp(
  `(?:&(?:amp;)*(?:[A-Za-z][A-Za-z\\d]{0,30}|#[xX]?${hex}{0,7})?|(?:%(?:25)*[c-fC-F]${hex}(?:%(?:25)*[89abAB]${hex}){0,2})?%(?:25)*${hex}?|%(?:25)*[c-fC-F]${hex}(?:%(?:25)*[89abAB]${hex}){0,2}|(?:\\\\{1,4}u[dD][89abAB]${hex}{2})?\\\\{1,4}(?:u\\{?${hex}{0,6}|x${hex}?)?|\\\\{1,4}u[dD][89abAB]${hex}{2})$`,
);
const longest = 60;

/** Returns where an escape starts that more text may complete; the length of the text if there is none. */
export function escapeTail(text: string): number {
  const from = Math.max(0, text.length - longest);
  const found = unfinished.exec(text.slice(from));
  return found ? from + found.index : text.length;
}
