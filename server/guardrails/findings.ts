import type { EffectiveRule } from "./effective.ts";
import type { Match } from "./resolve.ts";

/** The findings of one rule in one direction of a request; never the text itself. */
export type Finding = {
  guardrailId: string;
  guardrailName: string;
  scope: EffectiveRule["source"]["scope"];
  rule: string;
  ruleName: string;
  action: EffectiveRule["action"];
  direction: "input" | "output";
  /** True for a rule in shadow mode, which only reports. */
  shadow: boolean;
  count: number;
};

/** The findings of one request, counted. */
export type Findings = {
  /** Adds matches of effective rules. */
  add(matches: readonly Match[], direction: Finding["direction"]): void;
  list(): Finding[];
};

export function createFindings(): Findings {
  const found = new Map<string, Finding>();
  return {
    add(matches, direction) {
      for (const match of matches) {
        // Calls run the rules of effective guardrails, and each match carries its rule.
        const finding = findingOf(match.rule as EffectiveRule, direction);
        const name = [finding.guardrailId, finding.scope, finding.rule, finding.action, direction, finding.shadow].join(
          " ",
        );
        const earlier = found.get(name);
        if (earlier) earlier.count += 1;
        else found.set(name, finding);
      }
    },
    list: () => [...found.values()],
  };
}

function findingOf({ id, name, action, shadow, source }: EffectiveRule, direction: Finding["direction"]): Finding {
  const { id: guardrailId, name: guardrailName, scope } = source;
  return { guardrailId, guardrailName, scope, rule: id, ruleName: name, action, direction, shadow, count: 1 };
}
