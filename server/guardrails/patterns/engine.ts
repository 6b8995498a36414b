import { RRegex, RRegexSet } from "rregex";
import { customFilter, programOf } from "./custom.ts";
import { rustSyntax } from "./rust-syntax.ts";

/** Finds a pattern's matches in a text: pairs of UTF-16 offsets, end exclusive. */
type Search = { find: (text: string) => number[]; free: () => void };

/** Patterns combined into one automaton, which returns the patterns with a match anywhere in a text. */
type Combined = { which: (text: string) => Iterable<number> };

export type Engine = {
  /** Returns the matches in a text: pattern number, start and end, in a flat list. */
  find: (text: string) => number[];
};

/** Above this number of instructions, a combined automaton may be slower than the individual patterns. */
const combinedSizeMax = 4000;

/** Compiles patterns for Rust's `regex`; patterns it cannot express run on the engine that validated them. */
export function openEngine(sources: readonly string[], sizes: readonly number[]): Engine {
  const searches = sources.map(searchOf);
  const combined = combine(sources, sizes);
  return {
    find: (text) =>
      [...combined.which(text)].flatMap((number) => prependNumber(number, searches[number]?.find(text) ?? [])),
  };
}

function prependNumber(number: number, offsets: readonly number[]): number[] {
  const found: number[] = [];
  for (let at = 0; at < offsets.length; at += 2) found.push(number, offsets[at] ?? 0, offsets[at + 1] ?? 0);
  return found;
}

const cache = new Map<string, Search>();
const MAX_COMPILED = 500;

function searchOf(source: string): Search {
  const cached = cache.get(source);
  if (cached) return cached;
  if (cache.size >= MAX_COMPILED) {
    for (const one of cache.values()) one.free();
    cache.clear();
  }
  const search = rustSearch(source) ?? fallback(source);
  cache.set(source, search);
  return search;
}

function rustSearch(source: string): Search | undefined {
  const pattern = isSmall(source) ? rustSyntax(source) : undefined;
  const regex = pattern === undefined ? undefined : tryMake(() => new RRegex(pattern));
  return (
    regex && { find: (text) => (regex.isMatch(text) ? offsetsByMarking(regex, text) : []), free: () => regex.free() }
  );
}

/** The maximum number of character ranges in all instructions: they compile within about 0.2 s, expanded to UTF-8. */
const rangesMax = 20_000;

function isSmall(source: string): boolean {
  return programOf(source).inst.reduce((sum, { runes = [] }) => sum + runes.length / 2, 0) <= rangesMax;
}

/**
 * Returns undefined if `make` throws. A pattern that compiles to more than the engine's limit of 10 MB is left to the
 * other engine.
 */
function tryMake<Value>(make: () => Value): Value | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}

function fallback(source: string): Search {
  const filter = customFilter("", source);
  return { find: (text) => filter.find(text).flatMap(({ start, end }) => [start, end]), free: () => undefined };
}

/**
 * Returns the offsets of all matches, by marking them in a UTF-16 copy of the text. A list of matches would consist of
 * objects with UTF-8 offsets.
 */
function offsetsByMarking(regex: RRegex, text: string): number[] {
  const mark = markFor(text);
  const pieces = regex.replaceAll(text, `${mark}\${0}${mark}`).split(mark);
  const offsets: number[] = [];
  let at = 0;
  for (const [index, { length }] of pieces.entries()) {
    if (index % 2 === 1 && length > 0) offsets.push(at, at + length);
    at += length;
  }
  return offsets;
}

/** Returns a private-use character that a text does not contain. */
function markFor(text: string): string {
  for (let code = 0xe000; code <= 0xf8ff; code += 1) {
    const mark = String.fromCharCode(code);
    if (!text.includes(mark)) return mark;
  }
  return "\u{10fffd}";
}

function combine(sources: readonly string[], sizes: readonly number[]): Combined {
  const all = sources.map((_, index) => index);
  const patterns = sources.map((source) => (isSmall(source) ? rustSyntax(source) : undefined));
  const size = sizes.reduce((sum, one) => sum + one, 0);
  const isPlain = patterns.every((one) => one !== undefined);
  const set = isPlain && sources.length > 1 && size <= combinedSizeMax ? setOf(patterns) : undefined;
  return { which: (text) => (set ? set.matches(text) : all) };
}

const sets = new Map<string, RRegexSet | undefined>();
const MAX_SETS = 20;

function setOf(patterns: readonly string[]): RRegexSet | undefined {
  const name = JSON.stringify(patterns);
  if (sets.has(name)) return sets.get(name);
  if (sets.size >= MAX_SETS) {
    for (const one of sets.values()) one?.free();
    sets.clear();
  }
  const set = tryMake(() => new RRegexSet([...patterns]));
  sets.set(name, set);
  return set;
}
