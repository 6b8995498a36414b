import type { Observation } from "#server/dialects/dialect.ts";

/**
 * The content of an event that repeats the previous one with another text. `sequence`: its sequence number, if it has
 * one.
 */
export type RepeatedDelta = { text: string; sequence: number | undefined };

/**
 * Reads events that differ from an earlier one only in their text, without parsing them. Most events of a stream are
 * like this, and parsing costs more than all other work on them.
 */
export type DeltaFastPath = {
  /** Returns undefined for an event that must be parsed. */
  read(data: string): RepeatedDelta | undefined;
  /** Learns from a parsed event. */
  learn(data: string, observation: Observation): void;
};

type Hole = "text" | "padding" | "number";
/** Characters that all these events share, and the kind of value that follows. */
type Part = { before: string; hole: Hole };
type Shape = { parts: Part[]; after: string };

// The dialects' text fields, in order of precedence: the first field whose value is the event's text is the one.
const TEXT_FIELDS = [
  "content",
  "delta",
  "text",
  "thinking",
  "partial_json",
  "arguments",
  "reasoning",
  "reasoning_content",
];
/** Random characters that hide text lengths from observers of packet sizes (OpenAI). */
const PADDING_FIELD = "obfuscation";
const NUMBER_FIELD = "sequence_number";

const LONGEST = 4096;
/** After this many events in a row without a match, stop learning from a stream. */
const MOST_UNLIKE = 16;

export function createDeltaFastPath(): DeltaFastPath {
  let shape: Shape | undefined;
  let unlike = 0;
  return {
    read(data) {
      const repeated = shape && match(shape, data);
      if (repeated) unlike = 0;
      return repeated;
    },
    learn(data, { text, finish, end }) {
      unlike += 1;
      const isFit = text && !finish && !end && unlike <= MOST_UNLIKE && data.length <= LONGEST;
      shape = isFit ? shapeOf(data, text) : undefined;
    },
  };
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

function match({ parts, after }: Shape, data: string): RepeatedDelta | undefined {
  let at = 0;
  let text = "";
  let sequence: number | undefined;
  for (const { before, hole } of parts) {
    const start = at + before.length;
    // Faster than `startsWith`, which compares character by character.
    if (data.slice(at, start) !== before) return undefined;
    at = hole === "number" ? endOfDigits(data, start) : endOfPlain(data, start);
    if (at <= start) return undefined;
    if (hole === "number") sequence = Number(data.slice(start, at));
    else if (hole === "text") text = data.slice(start, at);
  }
  return data.slice(at) === after ? { text, sequence } : undefined;
}

/** Returns the index of the closing quote of a string without escapes; -1 for any other string. */
function endOfPlain(data: string, start: number): number {
  for (let at = start; at < data.length; at++) {
    const code = data.charCodeAt(at);
    if (code === QUOTE) return at;
    // Escapes, and control characters, which JSON requires to be escaped.
    if (code === BACKSLASH || code < 32 || (code >= 127 && code < 160)) return -1;
  }
  return -1;
}

function endOfDigits(data: string, start: number): number {
  let at = start;
  while (data.charCodeAt(at) >= 48 && data.charCodeAt(at) <= 57) at++;
  return at;
}

type Found = { start: number; end: number; hole: Hole };

/** Returns undefined unless the text appears in the event exactly once and without escapes. */
function shapeOf(data: string, text: string): Shape | undefined {
  const found = textOf(data, text);
  if (!found) return undefined;
  const holes = [found, stringOf(data, PADDING_FIELD, "padding"), numberOf(data)]
    .filter((hole) => hole !== undefined)
    .sort((a, b) => a.start - b.start);
  let from = 0;
  const parts = holes.map(({ start, end, hole }) => {
    const before = data.slice(from, start);
    from = end;
    return { before, hole };
  });
  return { parts, after: data.slice(from) };
}

function textOf(data: string, text: string): Found | undefined {
  for (const name of TEXT_FIELDS) {
    const found = stringOf(data, name, "text");
    if (found && data.slice(found.start, found.end) === text) return found;
  }
  return undefined;
}

function stringOf(data: string, name: string, hole: Hole): Found | undefined {
  const start = startOf(data, name, '"');
  const end = start && endOfPlain(data, start);
  return start && end && end > start ? { start, end, hole } : undefined;
}

function numberOf(data: string): Found | undefined {
  const start = startOf(data, NUMBER_FIELD, "");
  const end = start && endOfDigits(data, start);
  return start && end && end > start ? { start, end, hole: "number" } : undefined;
}

/**
 * Returns where a field's value starts, if the field appears once. A match is always a field: in a text its quotes are
 * escaped.
 */
function startOf(data: string, name: string, quote: string): number | undefined {
  const field = `"${name}":`;
  const at = data.indexOf(field);
  if (at < 0) return undefined;
  const value = at + field.length + (data[at + field.length] === " " ? 1 : 0);
  const isOnce = !data.includes(field, value);
  return isOnce && data.startsWith(quote, value) ? value + quote.length : undefined;
}
