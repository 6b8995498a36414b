import type { Filter, Span } from "../rule.ts";
import { tailStart } from "../scan.ts";
import { assignedSecrets } from "./assigned-values.ts";
import { serviceTokens } from "./service-tokens.ts";

/**
 * Finds credentials: private keys, tokens with a provider's own form, passwords in addresses and headers, and random
 * values after a name that says that they are secret.
 */
export const secrets: Filter = { slug: "secrets", find, findStableEnd };

function find(text: string): Span[] {
  const found = [
    ...privateKeys(text),
    ...tokens(text),
    ...inAddresses(text),
    ...inHeaders(text),
    ...inCommands(text),
    ...inFiles(text),
    ...assignedSecrets(text),
  ];
  return withoutOverlaps(found);
}

const BEGIN = /-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;
const END = /-----END (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;
/** A key of 16,384 bits has about this many characters, and more than any key has between its lines. */
const LONGEST_KEY = 16_384;

/** Returns private keys in PEM form. One without an end extends as far as its base64 does. */
function privateKeys(text: string): Span[] {
  const spans: Span[] = [];
  // The next end is searched only once for all beginnings before it.
  let end: RegExpExecArray | null = null;
  let isSearched = false;
  for (const begin of text.matchAll(BEGIN)) {
    const from = begin.index + begin[0].length;
    if (begin.index < (spans.at(-1)?.end ?? 0)) continue;
    if (!isSearched || (end && end.index < from)) {
      END.lastIndex = from;
      end = END.exec(text);
      isSearched = true;
    }
    const isClosed = end !== null && end.index <= from + LONGEST_KEY;
    const body = isClosed ? text.slice(from, end?.index) : base64At(text, from);
    if (body.replace(/\s|\\n/g, "").length < LEAST_KEY) continue;
    const until = from + body.length + (isClosed ? (end?.[0].length ?? 0) : 0);
    spans.push({ start: begin.index, end: until, slug: "secrets" });
  }
  return spans;
}

/** The fewest characters of a key, without its lines. */
const LEAST_KEY = 24;
const BASE64 = /[\sA-Za-z0-9+/=:,\\-]{0,16384}/y;

function base64At(text: string, from: number): string {
  BASE64.lastIndex = from;
  return BASE64.exec(text)?.[0].trimEnd() ?? "";
}

/** Providers' examples, and masks. */
const NO_TOKEN = /EXAMPLE|x{6,}|X{6,}|0{12,}|abcdefghij|1234567890123456|\.{3}/;
/** Fewer different characters are a mask. */
const LEAST_CHARACTERS = 9;

function tokens(text: string): Span[] {
  return [...text.matchAll(serviceTokens)]
    .filter(([token]) => !NO_TOKEN.test(token) && new Set(token).size >= LEAST_CHARACTERS)
    .map(({ 0: token, index }) => ({ start: index, end: index + token.length, slug: "secrets" }));
}

const USER_INFO = /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:"'`<>]{0,100}:([^\s/"'`<>]{3,200})@[^\s/@"'`<>]/gi;
const NO_PASSWORD = /^(?:pass(?:word|wd)?|pwd|secret|token|user|x+|\*+|\$.*|\{.*|%.*|<.*)$/i;

/** Returns passwords in the addresses of servers: `postgres://app:password@host`. */
function inAddresses(text: string): Span[] {
  return [...text.matchAll(USER_INFO)].flatMap(({ 0: whole, 1: password = "", index }) => {
    const start = index + whole.length - 2 - password.length;
    return NO_PASSWORD.test(password) ? [] : [{ start, end: start + password.length, slug: "secrets" }];
  });
}

const HEADER =
  /\b(?:authorization|(?:x-)?(?:api|auth|access)-(?:key|token))["']?\s{0,3}[:=]\s{0,3}["']?(?:[a-z-]{3,12}\s{1,3})?([A-Za-z0-9+/=._~-]{11,2000})/gi;

function inHeaders(text: string): Span[] {
  return [...text.matchAll(HEADER)].flatMap(({ 0: whole, 1: value = "", index }) => {
    const start = index + whole.length - value.length;
    const isSecret = /\d/.test(value) && /[A-Za-z]/.test(value) && !NO_TOKEN.test(value);
    return isSecret ? [{ start, end: start + value.length, slug: "secrets" }] : [];
  });
}

/** The user and password of a command: `curl -u user:password`. */
const COMMAND =
  /\bcurl\b[^\n|;]{0,300}?(?:\\\n[^\n|;]{0,200}?){0,4}\s(?:-u|--user)\s{0,3}(?:"[^":\s]{0,100}:([^"\s]{6,100})"|'[^':\s]{0,100}:([^'\s]{6,100})'|[^\s:"']{0,100}:'?([^\s"']{6,100}))/gi;

function inCommands(text: string): Span[] {
  return [...text.matchAll(COMMAND)].flatMap((found) => {
    const password = found[1] ?? found[2] ?? found[3] ?? "";
    const start = found.index + found[0].lastIndexOf(password);
    const isChosen = !/^[$%<{]|^\*+$/.test(password) && !NO_PASSWORD.test(password);
    return isChosen ? [{ start, end: start + password.length, slug: "secrets" }] : [];
  });
}

/**
 * Forms of well-known files: hashes of passwords (shadow, htpasswd), PuTTY's keys, and the passwords of `.netrc` and
 * `.pgpass`.
 */
const IN_FILES = [
  /()(\$(?:1|2[abxy]|5|6|7|y|apr1|argon2(?:id|i|d))\$[./A-Za-z0-9=,$+-]{22,200})/g,
  /(Private-Lines: \d{1,3}\r?\n)((?:[A-Za-z0-9+/=]{8,76}\r?\n){1,100})/g,
  /(\blogin\s{1,3}\S{1,100}\s{1,3}password\s{1,3})(\S{4,100})/g,
  /(^[\w.*-]{1,100}:(?:\d{2,5}|\*):[\w*-]{1,60}:[\w*-]{1,60}:)(\S{4,100})$/gm,
];

function inFiles(text: string): Span[] {
  return IN_FILES.flatMap((form) =>
    [...text.matchAll(form)].map(({ 1: before = "", 2: value = "", index }) => {
      const start = index + before.length;
      return { start, end: start + value.trimEnd().length, slug: "secrets" };
    }),
  );
}

/** Returns the findings in order; of overlapping ones, one that covers them all. */
function withoutOverlaps(found: Span[]): Span[] {
  const spans: Span[] = [];
  for (const span of found.sort((one, other) => one.start - other.start || other.end - one.end)) {
    const last = spans.at(-1);
    if (last && span.start < last.end) last.end = Math.max(last.end, span.end);
    else spans.push(span);
  }
  return spans;
}

/** A JSON Web Token rarely has more characters. */
const LONGEST_TOKEN = 4_096;
const OPEN_END = /-----END [A-Z0-9 ]{0,40}-{0,5}$/;

/** Returns the start of what may become a finding: the last word, which may be a token's beginning, or an open key. */
function findStableEnd(text: string): number {
  const word = tailStart(text, /[\x21-\x7e]/, LONGEST_TOKEN);
  return Math.min(word, openPem(text), openPutty(text));
}

function openPem(text: string): number {
  const begin = text.lastIndexOf("-----BEGIN ");
  if (begin < 0 || text.length - begin > LONGEST_KEY + 64) return text.length;
  const isClosed = text.indexOf("-----END ", begin) >= 0 && !OPEN_END.test(text.slice(-60));
  return isClosed ? text.length : begin;
}

function openPutty(text: string): number {
  const begin = text.lastIndexOf("Private-Lines: ");
  if (begin < 0 || text.length - begin > LONGEST_KEY) return text.length;
  return /^Private-Lines: \d{1,3}\r?\n[A-Za-z0-9+/=\r\n]*$/.test(text.slice(begin)) ? begin : text.length;
}
