/** A part of a text that decodes to another text. Offsets are in the outer text, end exclusive. */
export type Hidden = { start: number; end: number; text: string };

/** Finds texts hidden in base64, hexadecimal digits or bits, or in quoted pieces that the text asks to join. */
export function findHiddenTexts(text: string): Hidden[] {
  return [
    ...decodeRuns(text, base64Run, fromBase64),
    ...decodeRuns(text, hexRun, fromHex),
    ...decodeRuns(text, bitRun, fromBits),
    ...decodeRuns(text, codeRun, fromCodes),
    ...decodeRuns(text, morseRun, fromMorse),
    ...joinQuotes(text),
  ];
}

const base64Run = /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{20,}={0,2}/g;
const hexRun = /(?<![\da-zA-Z])(?:0x|\\x)?[\da-fA-F]{2}(?:[ ,:]{0,2}(?:0x|\\x)?[\da-fA-F]{2}){9,}/g;
const bitRun = /(?<!\d)[01]{8}(?:[ ,]?[01]{8}){5,}/g;

const codeRun =
  /(?<![\d.])(?:3[2-9]|[4-9]\d|1[01]\d|12[0-6])(?:[ ,;]{1,2}(?:3[2-9]|[4-9]\d|1[01]\d|12[0-6])){9,}(?![\d.])/g;
const morseRun = /(?<![.\-_])[.-]{1,5}(?:(?: {1,3}| ?[/|] ?)[.-]{1,5}){9,}/g;

function decodeRuns(text: string, run: RegExp, decode: (written: string) => string): Hidden[] {
  const found: Hidden[] = [];
  for (const match of text.matchAll(run)) {
    const inner = decode(match[0]);
    if (isReadable(inner)) found.push({ start: match.index, end: match.index + match[0].length, text: inner });
  }
  return found;
}

function fromBase64(written: string): string {
  // Words and paths are not payloads. Payloads mix uppercase, lowercase and digits.
  if (!/[A-Z]/.test(written) || !/[a-z]/.test(written)) return "";
  return Buffer.from(written, "base64").toString("utf8");
}

function fromHex(written: string): string {
  const digits = written.replace(/0x|\\x|[ ,:]/g, "");
  return Buffer.from(digits, "hex").toString("utf8");
}

function fromBits(written: string): string {
  const bytes = written.match(/[01]{8}/g) ?? [];
  return Buffer.from(bytes.map((bits) => Number.parseInt(bits, 2))).toString("utf8");
}

function fromCodes(written: string): string {
  return String.fromCharCode(...(written.match(/\d+/g) ?? []).slice(0, 4000).map(Number));
}

const morse =
  ".- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --..".split(
    " ",
  );

function fromMorse(written: string): string {
  const words = written.split(/ ?[/|] ?| {2,}/);
  const letterOf = (code: string) => (morse.includes(code) ? String.fromCharCode(97 + morse.indexOf(code)) : "");
  return words.map((word) => word.split(" ").map(letterOf).join("")).join(" ");
}

const control = /[\p{Cc}--[\t\n\r]]/v;

/** Returns whether a text consists almost only of letters, digits and spaces and has no control characters. */
function isReadable(text: string): boolean {
  if (text.length < 8 || control.test(text) || text.includes("\ufffd")) return false;
  const letters = text.match(/[\p{L}\p{N}\s]/gu)?.length ?? 0;
  return letters >= text.length * 0.66;
}

const joining = /\b(?:join|concat\w*|combine|merge|glue|put together|assemble|stitch|part (?:one|two|1|2|a|b))\b/i;
const quoted = /"([^"\n]{1,200})"|'([^'\n]{1,200})'|“([^”\n]{1,200})”/g;

function joinQuotes(text: string): Hidden[] {
  if (text.length > 20_000 || !joining.test(text)) return [];
  const quotes = [...text.matchAll(quoted)];
  const [first, last] = [quotes[0], quotes.at(-1)];
  if (first === undefined || last === undefined || quotes.length < 2) return [];
  const pieces = quotes.map((match) => match[1] ?? match[2] ?? match[3] ?? "");
  return [{ start: first.index, end: last.index + last[0].length, text: pieces.join("") }];
}
