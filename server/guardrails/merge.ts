import type { CompiledGuardrail, CompiledRule } from "./compile.ts";
import type {
  EffectiveGuardrail,
  EffectiveRule,
  GuardrailBudget,
  GuardrailScope,
  GuardrailSource,
  NameList,
  ProviderGroup,
} from "./effective.ts";
import { weight } from "./resolve.ts";

/** A guardrail that applies to a request, and why. */
export type ApplicableGuardrail = { scope: GuardrailScope; guardrail: CompiledGuardrail };

/**
 * Merges the guardrails of one request, given in the order workspace, member, key. No guardrail weakens another: lists
 * only narrow, block is stronger than redact and redact than flag, and of budgets on the same spending the lowest
 * applies. A guardrail in shadow mode contributes only its rules, as shadow rules.
 */
export function mergeGuardrails(guardrails: readonly ApplicableGuardrail[]): EffectiveGuardrail {
  const sourced = guardrails.map(({ scope, guardrail }) => {
    const { id, name } = guardrail;
    return { guardrail, source: { id, name, scope } };
  });
  const enforced = sourced.filter(({ guardrail }) => !guardrail.shadow);
  const output = withoutCovered(sourced.flatMap((one) => rulesOf(one, ({ output }) => output)));
  return {
    sources: sourced.map(({ source }) => source),
    input: withoutCovered(sourced.flatMap((one) => rulesOf(one, ({ input }) => input))),
    output,
    outputTexts: output.some(({ onlyCalls }) => onlyCalls) ? output.filter(({ onlyCalls }) => !onlyCalls) : output,
    restorePlaceholders: restores(enforced),
    routing: {
      allowedModels: nameLists(enforced, ({ allowedModels }) => allowedModels),
      ignoredModels: nameLists(enforced, ({ ignoredModels }) => ignoredModels),
      allowedProviders: nameLists(enforced, ({ allowedProviders }) => allowedProviders),
      ignoredProviders: nameLists(enforced, ({ ignoredProviders }) => ignoredProviders),
      allowedDataRegions: nameLists(enforced, ({ allowedDataRegions: regions }) =>
        regions?.includes("global") ? null : regions,
      ),
      zeroDataRetention: retentionOf(enforced),
    },
    tools: {
      allowed: nameLists(enforced, ({ allowedTools }) => allowedTools),
      ignored: nameLists(enforced, ({ ignoredTools }) => ignoredTools),
    },
    budgets: lowestBudgets(enforced.flatMap(budgetOf)),
  };
}

type Sourced = { guardrail: CompiledGuardrail; source: GuardrailSource };

function rulesOf({ guardrail, source }: Sourced, isWanted: (rule: CompiledRule) => boolean): EffectiveRule[] {
  return guardrail.rules.filter(isWanted).map(({ rule, scanScope }) => ({
    ...rule,
    shadow: rule.shadow || guardrail.shadow,
    scanScope,
    source,
  }));
}

/** Removes each rule that another one covers; of two equal rules the first one stays. */
function withoutCovered(rules: readonly EffectiveRule[]): EffectiveRule[] {
  return rules.filter((rule, index) =>
    rules.every((other, place) => place === index || !covers(other, rule) || (covers(rule, other) && index < place)),
  );
}

/** Returns whether `one` finds everything that `other` finds, with at least as strong an action. */
function covers(one: EffectiveRule, other: EffectiveRule): boolean {
  return (
    one.id === other.id &&
    weight[one.action] >= weight[other.action] &&
    (one.scanScope === "all_messages" || other.scanScope === "user_only") &&
    (!one.shadow || other.shadow)
  );
}

/** Returns whether values are restored: only if every guardrail that redacts allows it. */
function restores(sourced: readonly Sourced[]): boolean {
  const redacting = sourced.filter(({ guardrail }) =>
    guardrail.rules.some(({ rule, input }) => input && rule.action === "redact" && !rule.shadow),
  );
  return redacting.length > 0 && redacting.every(({ guardrail }) => guardrail.restorePlaceholders);
}

function nameLists(
  sourced: readonly Sourced[],
  namesOf: (guardrail: CompiledGuardrail) => string[] | null,
): NameList[] {
  return sourced.flatMap(({ guardrail, source }) => {
    const names = namesOf(guardrail);
    return names ? [{ names: new Set(names.map((name) => name.toLowerCase())), source }] : [];
  });
}

function retentionOf(sourced: readonly Sourced[]): Map<ProviderGroup, GuardrailSource> {
  const groups = new Map<ProviderGroup, GuardrailSource>();
  for (const { guardrail, source } of sourced) {
    for (const group of guardrail.zeroDataRetention) if (!groups.has(group)) groups.set(group, source);
  }
  return groups;
}

function budgetOf({ guardrail, source }: Sourced): GuardrailBudget[] {
  const { limitNanoUsd: nanoUsd, resetInterval: interval, includeByokInBudgets: includeByok } = guardrail;
  return nanoUsd === null ? [] : [{ source, nanoUsd, interval, includeByok }];
}

/** Returns the lowest budget for each combination of payer, period and whether own provider keys count. */
function lowestBudgets(budgets: readonly GuardrailBudget[]): GuardrailBudget[] {
  const lowestByTarget = new Map<string, GuardrailBudget>();
  for (const budget of budgets) {
    const target = `${budget.source.scope} ${budget.interval} ${budget.includeByok}`;
    const other = lowestByTarget.get(target);
    if (!other || budget.nanoUsd < other.nanoUsd) lowestByTarget.set(target, budget);
  }
  return [...lowestByTarget.values()];
}
