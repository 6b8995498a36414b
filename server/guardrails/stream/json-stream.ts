import type { Match } from "../resolve.ts";
import type { Released, StreamFilter } from "../stream.ts";

/**
 * Creates a filter for a text that contains JSON and arrives in pieces: the decoded content of each string, including
 * keys, is filtered and encoded again, so that the text remains JSON. A number that a rule removes becomes a string. A
 * text that is not a JSON object, array or string is filtered as one text. `makeFilter` creates the filter of one
 * string.
 */
export function createJsonStream(makeFilter: () => StreamFilter): StreamFilter {
  const state: State = { mode: "start", filter: makeFilter(), makeFilter, bare: "", escape: "", blocked: false };
  return {
    push: (piece) => (state.blocked ? BLOCKED : read(state, piece)),
    end: () => (state.blocked ? BLOCKED : finish(state)),
  };
}

type State = {
  mode: "start" | "bare" | "string" | "text";
  /** For the current string, or the whole text. */
  filter: StreamFilter;
  makeFilter: () => StreamFilter;
  /** Characters outside strings so far. */
  bare: string;
  /** An incomplete escape. */
  escape: string;
  blocked: boolean;
};

type Output = { text: string; matches: Match[]; shadow: Match[] };

const BLOCKED: Released = { text: "", matches: [], shadow: [], verdict: "blocked" };

function read(state: State, piece: string): Released {
  const output: Output = { text: "", matches: [], shadow: [] };
  let at = 0;
  while (at < piece.length && !state.blocked) {
    if (state.mode === "string") at = readString(state, piece, at, output);
    else if (state.mode === "bare") at = readBare(state, piece, at, output);
    else at = begin(state, piece, at, output);
  }
  return takeOutput(state, output);
}

function finish(state: State): Released {
  const output: Output = { text: "", matches: [], shadow: [] };
  if (state.mode === "bare") flushBare(state, output);
  else if (state.mode === "text") take(state, state.filter.end(), output, (text) => text);
  else if (state.mode === "string") {
    if (state.escape !== "") take(state, state.filter.push(state.escape), output, escapeText);
    take(state, state.filter.end(), output, escapeText);
  }
  return takeOutput(state, output);
}

function takeOutput({ blocked }: State, output: Output): Released {
  return { ...output, verdict: blocked ? "blocked" : output.matches.length > 0 ? "redacted" : "allowed" };
}

/** Reads blanks and the first other character, which shows whether the text is JSON. */
function begin(state: State, piece: string, at: number, output: Output): number {
  if (state.mode === "text") {
    take(state, state.filter.push(piece.slice(at)), output, (text) => text);
    return piece.length;
  }
  const character = piece.charAt(at);
  if (/\s/.test(character)) {
    output.text += character;
    return at + 1;
  }
  state.mode = '{["'.includes(character) ? "bare" : "text";
  return at;
}

const mark = /[{}[\],:"]/g;

function readBare(state: State, piece: string, at: number, output: Output): number {
  mark.lastIndex = at;
  const found = mark.exec(piece);
  state.bare += piece.slice(at, found?.index ?? piece.length);
  if (!found) return piece.length;
  flushBare(state, output);
  if (state.blocked) return piece.length;
  output.text += found[0];
  if (found[0] === '"') {
    state.mode = "string";
    state.filter = state.makeFilter();
  }
  return found.index + 1;
}

/** Emits numbers and literals, and anything unexpected. */
function flushBare(state: State, output: Output): void {
  const { bare } = state;
  state.bare = "";
  const value = bare.trim();
  if (value === "") {
    output.text += bare;
    return;
  }
  const filter = state.makeFilter();
  const whole: Output = { text: "", matches: [], shadow: [] };
  take(state, filter.push(value), whole, (text) => text);
  if (!state.blocked) take(state, filter.end(), whole, (text) => text);
  output.matches.push(...whole.matches);
  output.shadow.push(...whole.shadow);
  if (!state.blocked) output.text += whole.text === value ? bare : JSON.stringify(whole.text);
}

const special = /["\\]/g;

function readString(state: State, piece: string, at: number, output: Output): number {
  if (state.escape !== "") return readEscape(state, piece, at, output);
  special.lastIndex = at;
  const found = special.exec(piece);
  const plain = piece.slice(at, found?.index ?? piece.length);
  if (plain !== "") take(state, state.filter.push(plain), output, escapeText);
  if (!found || state.blocked) return piece.length;
  if (found[0] === "\\") state.escape = "\\";
  else {
    take(state, state.filter.end(), output, escapeText);
    if (!state.blocked) output.text += '"';
    state.mode = "bare";
  }
  return found.index + 1;
}

function readEscape(state: State, piece: string, at: number, output: Output): number {
  const sequence = state.escape + piece.charAt(at);
  if (sequence.startsWith("\\u") && sequence.length < 6) state.escape = sequence;
  else {
    state.escape = "";
    take(state, state.filter.push(decodeEscape(sequence)), output, escapeText);
  }
  return at + 1;
}

/** Decodes an escape. An escape that JSON does not have is left unchanged. */
function decodeEscape(sequence: string): string {
  try {
    return JSON.parse(`"${sequence}"`);
  } catch {
    return sequence;
  }
}

function escapeText(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function take(state: State, part: Released, output: Output, write: (text: string) => string): void {
  output.text += write(part.text);
  output.matches.push(...part.matches);
  output.shadow.push(...part.shadow);
  if (part.verdict === "blocked") state.blocked = true;
}
