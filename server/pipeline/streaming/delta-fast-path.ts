import type { Observation } from "#server/dialects/dialect.ts";

/** What an event says that is the one before it with another text. `sequence`: its number, where such events have one. */
export type RepeatedDelta = { text: string; sequence: number | undefined };

/**
 * Knows events that differ from an earlier one in their text alone, without parsing them: most of a stream are such,
 * and parsing costs more than all else that is done with them.
 */
export type DeltaFastPath = {
  /** Answers undefined for an event that has to be parsed. */
  read(data: string): RepeatedDelta | undefined;
  /** Learns from an event that was parsed. */
  learn(data: string, seen: Observation): void;
};

type Hole = "text" | "padding" | "number";
/** Characters that are the same in all of them, and what comes next. */
type Part = { before: string; hole: Hole };
type Shape = { parts: Part[]; after: string };

// As the dialects name them. Texts first: the first one that holds an event's text is where it stands.
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
/** Characters at random, against who guesses texts by the length of packets (OpenAI). */
const PADDING_FIELD = "obfuscation";
const NUMBER_FIELD = "sequence_number";

const LONGEST = 4096;
/** After so many events in a row of which none was like the one before, no more is learned of a stream. */
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

/** Where the quote is that ends a string of which every character stands for itself; -1 for any other. */
function endOfPlain(data: string, start: number): number {
  for (let at = start; at < data.length; at++) {
    const code = data.charCodeAt(at);
    if (code === QUOTE) return at;
    // Escapes, and control characters, which JSON wants escaped.
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

/** Undefined where the text does not stand in the event as it is, in one place. */
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

/** Where the value of a field begins that there is once. What looks like a field is one: in a text its quotes are escaped. */
function startOf(data: string, name: string, quote: string): number | undefined {
  const field = `"${name}":`;
  const at = data.indexOf(field);
  if (at < 0) return undefined;
  const value = at + field.length + (data[at + field.length] === " " ? 1 : 0);
  const isOnce = !data.includes(field, value);
  return isOnce && data.startsWith(quote, value) ? value + quote.length : undefined;
}
