import type { KnownSpans } from "./patterns/read-patterns.ts";
import type { Placeholders } from "./placeholders.ts";
import { type Match, resolve } from "./resolve.ts";
import type { Rule } from "./rule.ts";

export type Verdict = "allowed" | "flagged" | "redacted" | "blocked";

export type Applied = {
  verdict: Verdict;
  /** The text with every redacted finding replaced; if the verdict is blocked, the whole text is withheld. */
  text: string;
  /** The findings that decided the verdict, without overlaps, in order of their start. */
  matches: Match[];
  /** The findings of shadow rules, which have no effect. */
  shadow: Match[];
};

/**
 * Runs the rules on one text; `known` has findings made earlier. Pure except for the names that `placeholders` assigns.
 */
export function apply(rules: readonly Rule[], text: string, placeholders: Placeholders, known?: KnownSpans): Applied {
  const found = rules.flatMap((rule) =>
    (known?.get(rule.filter) ?? rule.filter.find(text)).map(({ start, end }) => ({ rule, start, end })),
  );
  const matches = resolve(found);
  return {
    verdict: verdictOf(matches),
    text: redact(text, matches, placeholders),
    matches,
    shadow: found.filter((match) => match.rule.shadow).sort((one, other) => one.start - other.start),
  };
}

/** Returns the strongest action: block, then redact, then flag; without findings, allowed. */
export function verdictOf(matches: readonly Match[]): Verdict {
  if (matches.some((match) => match.rule.action === "block")) return "blocked";
  if (matches.some((match) => match.rule.action === "redact")) return "redacted";
  return matches.length > 0 ? "flagged" : "allowed";
}

/** Replaces the findings of redact rules with their placeholders. `matches` are in order and do not overlap. */
export function redact(text: string, matches: readonly Match[], placeholders: Placeholders): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { rule, start, end } of matches) {
    if (rule.action !== "redact") continue;
    pieces.push(text.slice(from, start), placeholders.nameFor(rule.label, text.slice(start, end)));
    from = end;
  }
  return from === 0 ? text : pieces.join("") + text.slice(from);
}
