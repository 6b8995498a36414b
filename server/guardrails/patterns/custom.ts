import { RE2JS, RE2JSException } from "re2js";
import { HttpError } from "#server/errors.ts";
import type { Filter, Span } from "../rule.ts";
import { createPatternSet, followPatterns } from "./follower.ts";
import type { Program } from "./program.ts";

/** Maximum length of a pattern, in UTF-16 units, and of its compiled instructions. */
const patternLengthMax = 2000;
const instructionsMax = 2000;

/**
 * Creates a filter from a user's regular expression, on an engine whose time is linear in the text. Throws HttpError
 * 400 with the reason, and `metadata.position` if known, for a pattern that the engine cannot run (look-around,
 * backreferences, invalid syntax) and for one that is too long or matches empty text.
 */
export function customFilter(slug: string, pattern: string): Filter {
  const compiled = compile(pattern);
  const program = compiled.re2().prog as Program;
  return {
    slug,
    find: (text) => findAll(compiled, slug, text),
    findStableEnd: (text) => stableEndIn(program, text),
    pattern: {
      source: pattern,
      size: compiled.programSize(),
      program,
      findFrom: (text, from) => findAll(compiled, slug, text, from),
    },
  };
}

/** Returns the compiled instructions of a pattern that `customFilter` accepts. */
export function programOf(pattern: string): Program {
  return compile(pattern).re2().prog as Program;
}

function compile(pattern: string): RE2JS {
  if (pattern === "" || pattern.length > patternLengthMax)
    throw patternError("A pattern must have 1 to 2000 characters", pattern.length);
  const compiled = parse(pattern);
  if (compiled.programSize() > instructionsMax) throw patternError("The pattern is too large", undefined);
  if (compiled.matcher("").matches()) throw patternError("The pattern must not match empty text", undefined);
  return compiled;
}

function parse(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    const { error: reason, input } = error as { error?: string; input?: string | null };
    const position = input ? pattern.indexOf(input) : -1;
    throw patternError(
      `The pattern cannot be used: ${reason ?? error.message}${input ? ` at ${input}` : ""}`,
      position < 0 ? undefined : position,
    );
  }
}

function patternError(message: string, position: number | undefined): HttpError {
  return new HttpError(400, message, { metadata: position === undefined ? {} : { position } });
}

function stableEndIn(program: Program, text: string): number {
  const follower = followPatterns(createPatternSet([program]));
  follower.read(text);
  return follower.stableEnd();
}

function findAll(compiled: RE2JS, slug: string, text: string, from = 0): Span[] {
  const spans: Span[] = [];
  const matcher = compiled.matcher(text);
  for (let hasFound = matcher.find(from); hasFound; hasFound = matcher.find()) {
    if (matcher.end() > matcher.start()) spans.push({ start: matcher.start(), end: matcher.end(), slug });
  }
  return spans;
}
