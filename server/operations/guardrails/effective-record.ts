import type { z } from "zod";
import type { EffectiveGuardrail as Contract } from "#lib/contract/guardrail-effective.ts";
import { usdOf } from "#lib/nano-usd.ts";
import type {
  EffectiveGuardrail,
  EffectiveRule,
  GuardrailBudget,
  GuardrailSource,
  NameList,
} from "#server/guardrails/effective.ts";

type Wire = z.output<typeof Contract>;

/**
 * Converts the combined requirements of guardrails to their API record. `spentOf`: what counts against a budget,
 * nano-USD.
 */
export function effectiveRecord(guardrail: EffectiveGuardrail, spentOf: (budget: GuardrailBudget) => number): Wire {
  const { routing } = guardrail;
  return {
    sources: guardrail.sources.map(sourceRecord),
    input_rules: guardrail.input.map(ruleRecord),
    output_rules: guardrail.output.map(ruleRecord),
    restore_placeholders: guardrail.restorePlaceholders,
    allowed_models: routing.allowedModels.map(listRecord),
    ignored_models: routing.ignoredModels.map(listRecord),
    allowed_providers: routing.allowedProviders.map(listRecord),
    ignored_providers: routing.ignoredProviders.map(listRecord),
    allowed_tools: guardrail.tools.allowed.map(listRecord),
    ignored_tools: guardrail.tools.ignored.map(listRecord),
    allowed_data_regions: routing.allowedDataRegions.map(listRecord),
    zero_data_retention: [...routing.zeroDataRetention].map(([providers, source]) => ({
      providers,
      source: sourceRecord(source),
    })),
    budgets: guardrail.budgets.map((budget) => ({
      limit_usd: usdOf(budget.nanoUsd),
      spent_usd: usdOf(spentOf(budget)),
      reset_interval: budget.interval,
      include_byok_in_budgets: budget.includeByok,
      source: sourceRecord(budget.source),
    })),
  };
}

export function sourceRecord({ id, name, scope }: GuardrailSource): Wire["sources"][number] {
  return { guardrail_id: id, guardrail_name: name, scope };
}

function ruleRecord({
  id,
  name,
  label,
  action,
  scanScope,
  shadow,
  source,
}: EffectiveRule): Wire["input_rules"][number] {
  return { id, name, label, action, scan_scope: scanScope, shadow, source: sourceRecord(source) };
}

function listRecord({ names, source }: NameList): Wire["allowed_models"][number] {
  return { names: [...names], source: sourceRecord(source) };
}
