import type { Random } from "./random.ts";

/** Texts that are known to break programs. */
const TEXTS = [
  ...["", " ", "\u0000", "a\u0000b", "\ud800", "a\udc00b", "\ud83d", "\ufeff", "\u202e\u200b", "🏳️‍🌈", "İ", "ß", "ﬀ"],
  ...["null", "undefined", "NaN", "true", "0", "-1", "1e999", "0x10", "__proto__", "constructor", "toString"],
  ...["../../etc/passwd", "..%2f..%2f", "%00", "%ff", "%", "\\", "'; drop table key; --", "{{7*7}}", "*"],
  ...["<script>alert(1)</script>", "\r\nset-cookie: a=b", "data:text/html,x", "data:image/png;base64,AAAA"],
  ...["http://127.0.0.1:1/", "http://[::1]/", "file:///etc/passwd", "https://receiver.invalid/", "javascript:1"],
  ...["2020-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "0000-00-00", "+275760-09-13T00:00:00.000Z", "2026-02-30"],
  ...["00000000-0000-4000-8000-000000000000", "sk-sb-x", "a@b.c", "(a+)+$", "[a-z", "(?i)x{1000}", "local/echo"],
] as const;

const NUMBERS = [
  ...[0, -0, 1, -1, 0.1, -0.5, 1e-9, 1e-320, 255, 256, 65_535, 65_536, 2_147_483_647, 2_147_483_648, -2_147_483_649],
  ...[4_294_967_296, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER + 2, -Number.MAX_SAFE_INTEGER, 1e21, 1e308],
] as const;

export function hostileText(random: Random): string {
  const kind = random.below(12);
  if (kind === 0) return random.pick(TEXTS).repeat(1 + random.below(300));
  if (kind === 1) return "x".repeat(random.pick([63, 64, 65, 127, 128, 129, 255, 256, 257, 1000, 2049, 70_000]));
  if (kind === 2) return Array.from({ length: 1 + random.below(30) }, () => character(random)).join("");
  if (kind === 3) return random.pick(TEXTS) + random.pick(TEXTS);
  return random.pick(TEXTS);
}

function character(random: Random): string {
  return String.fromCharCode(random.chance(0.5) ? random.below(128) : random.below(65_536));
}

export function hostileNumber(random: Random): number {
  return random.pick(NUMBERS);
}

/** Any JSON value. */
export function hostileValue(random: Random, depth = 0): unknown {
  const kind = random.below(depth > 3 ? 6 : 10);
  if (kind < 3) return hostileText(random);
  if (kind < 4) return hostileNumber(random);
  if (kind < 5) return random.pick([null, true, false]);
  if (kind < 6) return random.pick([[], {}]);
  if (kind < 8) return Array.from({ length: random.below(5) }, () => hostileValue(random, depth + 1));
  if (kind < 9) return nest(random.pick([10, 100, 300]));
  const record: Record<string, unknown> = {};
  for (let count = random.below(5); count > 0; count -= 1)
    put(record, hostileText(random), hostileValue(random, depth + 1));
  return record;
}

function nest(levels: number): unknown {
  let value: unknown = "deep";
  for (let level = 0; level < levels; level += 1) value = level % 2 ? [value] : { a: value };
  return value;
}

/** Sets an own property, whatever its name. */
export function put(record: object, name: string, value: unknown): void {
  Object.defineProperty(record, name, { value, enumerable: true, configurable: true, writable: true });
}
