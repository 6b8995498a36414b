import { parseShallowJson } from "./shallow-json.ts";

/** Minimum size of a text that is lifted out. */
const LONG_BYTES = 64 * 1024;
/** With many texts, finding them costs more than parsing. */
const MAX_TEXTS = 20_000;

const MARK = "\0lifted:";
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const BLANKS: ReadonlySet<number | undefined> = new Set([0x20, 0x09, 0x0a, 0x0d]);
const QUOTES = Buffer.of(QUOTE);

export type Lifting = {
  /** Returns whether this long text is lifted out. */
  lifts(text: readonly Buffer[]): boolean;
  /** Receives the number of bytes outside lifted texts so far; an exception ends the parsing. */
  checkOthers?(sumBytes: number): void;
};

export type Lifter = {
  push(bytes: Buffer): void;
  /** Throws SyntaxError as JSON.parse does. */
  end(): Lifted;
};

/** A value and the bytes of its lifted texts, as they were between their quotes. */
export type Lifted = {
  texts: readonly (readonly Buffer[])[];
  /** Returns the value with its lifted texts, each as `textAt` returns it for its position in the list. */
  valueWith(textAt: (at: number) => unknown): unknown;
};

/**
 * Creates a parser for JSON that arrives in pieces and lifts its long texts out: each byte is read once, with native
 * searches, and a lifted text is never parsed.
 */
export function createLifter({ lifts, checkOthers }: Lifting): Lifter {
  const outside: Buffer[] = [];
  let outsideBytes = 0;
  const texts: Buffer[][] = [];
  let count = 0;
  let isInside = false;
  let text: Buffer[] = [];
  /** The text before this piece ends with an odd number of backslashes. */
  let isEscaped = false;
  /** A long text that is not lifted if a colon follows: then it is a field's name. */
  let pendingText: Buffer[] | undefined;

  const keep = (bytes: Buffer) => {
    outsideBytes += bytes.byteLength;
    checkOthers?.(outsideBytes);
    outside.push(bytes);
  };
  const keepText = (pieces: readonly Buffer[]) => {
    keep(QUOTES);
    for (const piece of pieces) keep(piece);
    keep(QUOTES);
  };
  const placeText = (isName: boolean) => {
    if (!pendingText) return;
    if (isName) keepText(pendingText);
    else keep(Buffer.from(JSON.stringify(`${MARK}${texts.push(pendingText) - 1}`)));
    pendingText = undefined;
  };
  const endText = () => {
    isInside = false;
    if (isLong(text) && lifts(text)) pendingText = text;
    else keepText(text);
    text = [];
  };
  const push = (bytes: Buffer) => {
    for (let at = 0; at < bytes.length; ) {
      if (isInside) {
        const end = endOfText(bytes, at, isEscaped);
        if (end < 0) {
          const part = bytes.subarray(at);
          isEscaped = endsEscaped(part, isEscaped);
          text.push(part);
          return;
        }
        text.push(bytes.subarray(at, end));
        isEscaped = false;
        at = end + 1;
        endText();
        continue;
      }
      if (pendingText) {
        while (BLANKS.has(bytes[at])) at += 1;
        if (at >= bytes.length) return;
        placeText(bytes[at] === COLON);
      }
      const quote = count < MAX_TEXTS ? bytes.indexOf(QUOTE, at) : -1;
      keep(bytes.subarray(at, quote < 0 ? bytes.length : quote));
      isInside = quote >= 0;
      if (!isInside) return;
      count += 1;
      at = quote + 1;
    }
  };
  return {
    push,
    end() {
      placeText(false);
      if (isInside) outside.push(QUOTES);
      const value = parseShallowJson(Buffer.concat(outside));
      return { texts, valueWith: (textAt) => (texts.length === 0 ? value : withTexts(value, textAt)) };
    },
  };
}

/**
 * Returns the position of the quote that ends a text: the next one without an odd number of backslashes before it. -1
 * if this piece has none.
 */
function endOfText(bytes: Buffer, from: number, isEscaped: boolean): number {
  for (let end = bytes.indexOf(QUOTE, from); end >= 0; end = bytes.indexOf(QUOTE, end + 1)) {
    if (!endsEscaped(bytes.subarray(from, end), isEscaped)) return end;
  }
  return -1;
}

/** Returns whether the character after a part is escaped. `isEscaped`: the first character of the part is. */
function endsEscaped(part: Buffer, isEscaped: boolean): boolean {
  let slashes = 0;
  while (slashes < part.length && part[part.length - 1 - slashes] === BACKSLASH) slashes += 1;
  return (slashes + (slashes === part.length && isEscaped ? 1 : 0)) % 2 === 1;
}

function isLong(text: readonly Buffer[]): boolean {
  return text.reduce((sum, { length }) => sum + length, 0) >= LONG_BYTES;
}

/** Returns the value with its texts in place of their marks. */
function withTexts(value: unknown, textAt: (at: number) => unknown): unknown {
  const root = { value };
  replaceMarks(root, textAt);
  return root.value;
}

function replaceMarks(holder: object, textAt: (at: number) => unknown): void {
  const entries = holder as Record<string, unknown>;
  for (const [key, value] of Object.entries(entries)) {
    if (typeof value === "string") {
      if (value.startsWith(MARK)) entries[key] = textAt(Number(value.slice(MARK.length))) ?? value;
    } else if (typeof value === "object" && value !== null) replaceMarks(value, textAt);
  }
}
