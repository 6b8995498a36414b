import { guardrailRules } from "#lib/guardrail-rules.ts";
import { builtins } from "#server/guardrails/builtins.ts";
import type { Action, Filter, Rule } from "#server/guardrails/rule.ts";

/** A rule on a builtin filter. */
export function builtinRule(slug: string, action: Action): Rule {
  const filter = builtins.get(slug);
  const entry = guardrailRules.find((rule) => rule.slug === slug);
  if (filter === undefined || entry === undefined) throw new Error(`No builtin ${slug}`);
  return { id: slug, name: entry.name, label: entry.label, action, filter };
}

/** A rule on any other filter. */
export function customRule(filter: Filter, action: Action): Rule {
  return { id: filter.slug, name: filter.slug, label: filter.slug.toUpperCase(), action, filter };
}
