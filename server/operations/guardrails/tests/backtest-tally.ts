import type { Verdict } from "#server/guardrails/apply.ts";
import type { EffectiveRule } from "#server/guardrails/effective.ts";
import type { Match } from "#server/guardrails/resolve.ts";
import { ruleRecord } from "./test-record.ts";

/** What the rules did to one text or request; `matches` includes those of shadow rules. */
export type Judged = { verdict: Verdict; matches: readonly Match[] };

/** Counts what rules find in many texts. */
export function createTally(rules: readonly EffectiveRule[]) {
  const verdicts: Record<Verdict, number> = { allowed: 0, flagged: 0, redacted: 0, blocked: 0 };
  const found = new Map(rules.map((rule) => [rule as Match["rule"], { texts: 0, matches: 0 }]));
  let texts = 0;
  const countOf = (rule: Match["rule"]) => found.get(rule) ?? { texts: 0, matches: 0 };
  return {
    add({ verdict, matches }: Judged): void {
      texts += 1;
      verdicts[verdict] += 1;
      for (const { rule } of matches) countOf(rule).matches += 1;
      for (const rule of new Set(matches.map((match) => match.rule))) countOf(rule).texts += 1;
    },
    counts: () => ({
      texts,
      verdicts,
      rules: rules.map((rule) => ({ ...ruleRecord(rule), ...countOf(rule) })),
    }),
  };
}
