/** The classes of RE2, which contain only ASCII; Rust's contain all of Unicode. */
const classes: Record<string, string> = { d: "0-9", s: "\\t\\n\\f\\r ", w: "0-9A-Za-z_" };

/**
 * Converts a pattern of RE2 to an equivalent one for Rust's `regex`. Returns undefined for the few features it lacks:
 * `\B`, `\C`, octal escapes and set operators within a class. The pattern must be valid for RE2.
 */
export function rustSyntax(pattern: string): string | undefined {
  const state: State = { pattern, at: 0, out: "", isLost: false };
  while (state.at < pattern.length && !state.isLost) readOne(state);
  return state.isLost ? undefined : state.out;
}

type State = { pattern: string; at: number; out: string; isLost: boolean };

function readOne(state: State): void {
  const { pattern, at } = state;
  const character = pattern.charAt(at);
  if (character === "\\") readEscape(state);
  else if (character === "[") readClass(state);
  else if (character === "{" && !/^\{\d+(?:,\d*)?\}/.test(pattern.slice(at, at + 16))) take(state, 1, "\\{");
  else take(state, 1, character);
}

function take(state: State, length: number, written: string): void {
  state.at += length;
  state.out += written;
}

function readEscape(state: State): void {
  const { pattern, at } = state;
  const letter = pattern.charAt(at + 1);
  const asciiClass = classes[letter.toLowerCase()];
  const braced = bracedEscape(pattern, at);
  if (asciiClass !== undefined)
    take(state, 2, letter === letter.toLowerCase() ? `[${asciiClass}]` : `[^${asciiClass}]`);
  else if (braced) take(state, braced.length, braced);
  else if (letter === "b") take(state, 2, "(?-u:\\b)");
  else if (letter === "Q") readQuoted(state);
  else if (/[BC\dZ]/.test(letter)) state.isLost = true;
  else take(state, 2, convertEscape(letter));
}

/** Converts `\p{Greek}` and `\x{10FFFF}`. */
function bracedEscape(pattern: string, at: number): string | undefined {
  return /^\\[pPx]\{[^}]{1,40}\}/.exec(pattern.slice(at, at + 48))?.[0];
}

/** Converts an escaped character: RE2 accepts an escape before any punctuation; Rust does too, for ASCII. */
function convertEscape(letter: string): string {
  return /[<>]/.test(letter) || letter > "\x7f" ? letter : `\\${letter}`;
}

function readQuoted(state: State): void {
  const end = state.pattern.indexOf("\\E", state.at);
  const text = state.pattern.slice(state.at + 2, end < 0 ? undefined : end);
  take(state, end < 0 ? state.pattern.length : end + 2 - state.at, text.replace(/[\\.+*?()|[\]{}^$#&~-]/g, "\\$&"));
}

function readClass(state: State): void {
  const { pattern } = state;
  const negated = pattern.startsWith("[^", state.at);
  take(state, negated ? 2 : 1, negated ? "[^" : "[");
  if (pattern.charAt(state.at) === "]") take(state, 1, "\\]");
  while (state.at < pattern.length && pattern.charAt(state.at) !== "]") readMember(state);
  take(state, 1, "]");
}

function readMember(state: State): void {
  const { pattern, at } = state;
  const character = pattern.charAt(at);
  const className = /^\[:\^?\w+:\]/.exec(pattern.slice(at, at + 16))?.[0];
  if (className) take(state, className.length, className);
  else if (character === "\\") readMemberEscape(state);
  else if (character === "-" && pattern.charAt(at + 1) === "-") state.isLost = true;
  else take(state, 1, /[[&~]/.test(character) ? `\\${character}` : character);
  if (state.isLost) state.at = pattern.length;
}

function readMemberEscape(state: State): void {
  const letter = state.pattern.charAt(state.at + 1);
  const asciiClass = classes[letter.toLowerCase()];
  const braced = bracedEscape(state.pattern, state.at);
  if (asciiClass !== undefined) take(state, 2, letter === letter.toLowerCase() ? asciiClass : `[^${asciiClass}]`);
  else if (braced) take(state, braced.length, braced);
  else if (/[bBCQ\d]/.test(letter)) state.isLost = true;
  else take(state, 2, convertEscape(letter));
}
