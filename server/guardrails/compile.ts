import { hash } from "node:crypto";
import type { z } from "zod";
import type { BuiltinFilter, CustomFilter } from "#lib/contract/guardrail-filters.ts";
import { guardrailRules } from "#lib/guardrail-rules.ts";
import { builtins } from "./builtins.ts";
import type { GuardrailBudget, ProviderGroup } from "./effective.ts";
import { customFilter } from "./patterns/custom.ts";
import type { Filter, Rule } from "./rule.ts";

type StoredBuiltin = z.output<typeof BuiltinFilter>;
type StoredCustom = z.output<typeof CustomFilter>;

/** The fields of a stored guardrail that affect calls. Money in nano-USD. */
export type StoredGuardrail = {
  id: string;
  name: string;
  shadow: boolean;
  restorePlaceholders: boolean;
  limitNanoUsd: number | null;
  resetInterval: GuardrailBudget["interval"];
  includeByokInBudgets: boolean;
  allowedModels: string[] | null;
  ignoredModels: string[] | null;
  allowedProviders: string[] | null;
  ignoredProviders: string[] | null;
  allowedTools: string[] | null;
  ignoredTools: string[] | null;
  allowedDataRegions: string[] | null;
  enforceZdrAnthropic: boolean | null;
  enforceZdrOpenai: boolean | null;
  enforceZdrGoogle: boolean | null;
  enforceZdrOther: boolean | null;
  contentFilterBuiltins: StoredBuiltin[] | null;
  contentFilters: StoredCustom[] | null;
};

/** A guardrail that limits nothing: the starting point of a draft. */
export const EMPTY_GUARDRAIL: StoredGuardrail = {
  id: "draft",
  name: "Draft",
  shadow: false,
  restorePlaceholders: false,
  limitNanoUsd: null,
  resetInterval: null,
  includeByokInBudgets: true,
  allowedModels: null,
  ignoredModels: null,
  allowedProviders: null,
  ignoredProviders: null,
  allowedTools: null,
  ignoredTools: null,
  allowedDataRegions: null,
  enforceZdrAnthropic: null,
  enforceZdrOpenai: null,
  enforceZdrGoogle: null,
  enforceZdrOther: null,
  contentFilterBuiltins: null,
  contentFilters: null,
};

export type CompiledRule = {
  rule: Rule & { shadow: boolean };
  input: boolean;
  output: boolean;
  scanScope: "all_messages" | "user_only";
};

/** A guardrail with its rules ready to run. */
export type CompiledGuardrail = Omit<StoredGuardrail, "contentFilterBuiltins" | "contentFilters"> & {
  rules: readonly CompiledRule[];
  zeroDataRetention: readonly ProviderGroup[];
};

/** Creates the rules of a stored guardrail. Throws HttpError 400 for a pattern the engine cannot run. */
export function compileGuardrail(stored: StoredGuardrail): CompiledGuardrail {
  const { contentFilterBuiltins, contentFilters, ...rest } = stored;
  const rules = [...(contentFilterBuiltins ?? []).map(builtinRule), ...(contentFilters ?? []).map(customRule)];
  return { ...rest, rules, zeroDataRetention: groupsOf(stored) };
}

function builtinRule({ slug, scan_scope, ...item }: StoredBuiltin): CompiledRule {
  const entry = guardrailRules.find((one) => one.slug === slug);
  const filter = builtins.get(slug);
  if (!entry || !filter) throw new Error(`Unknown built-in filter: ${slug}`);
  // Injection is a risk of input only: responses contain no instructions.
  const appliesTo = item.applies_to ?? (slug === "regex-prompt-injection" ? "input" : "both");
  return compileRule({ id: slug, name: entry.name, label: entry.label, filter }, { ...item, appliesTo, scan_scope });
}

function customRule({ pattern, label, ...item }: StoredCustom): CompiledRule {
  const id = patternId(pattern);
  const named = { id, name: label || "Custom pattern", label: label || "CUSTOM", filter: filterOf(id, pattern) };
  if (item.applies_to !== "tool_calls") return compileRule(named, { ...item, appliesTo: item.applies_to ?? "both" });
  // A rule on all texts must not count as the same rule.
  const compiled = compileRule({ ...named, id: `${id}-calls` }, { ...item, appliesTo: "output" });
  return { ...compiled, rule: { ...compiled.rule, onlyCalls: true } };
}

/** Returns the id of a custom rule: the same pattern has the same id in every guardrail and after every change. */
export function patternId(pattern: string): string {
  return `custom-${hash("sha256", pattern, "hex").slice(0, 12)}`;
}

type Named = { id: string; name: string; label: string; filter: Filter };
type Acting = {
  action: Rule["action"];
  appliesTo: "input" | "output" | "both";
  shadow?: boolean | undefined;
  scan_scope?: CompiledRule["scanScope"] | undefined;
};

function compileRule(named: Named, { action, appliesTo, shadow = false, scan_scope }: Acting): CompiledRule {
  return {
    rule: { ...named, action, shadow },
    input: appliesTo !== "output",
    output: appliesTo !== "input",
    scanScope: scan_scope ?? "all_messages",
  };
}

const filters = new Map<string, Filter>();
const MAX_FILTERS = 5_000;

/** Returns the filter of a pattern, which is compiled once for all guardrails. */
function filterOf(id: string, pattern: string): Filter {
  const known = filters.get(pattern);
  if (known) return known;
  if (filters.size >= MAX_FILTERS) filters.clear();
  const filter = customFilter(id, pattern);
  filters.set(pattern, filter);
  return filter;
}

function groupsOf(stored: StoredGuardrail): ProviderGroup[] {
  const groups: [ProviderGroup, boolean | null][] = [
    ["anthropic", stored.enforceZdrAnthropic],
    ["openai", stored.enforceZdrOpenai],
    ["google", stored.enforceZdrGoogle],
    ["other", stored.enforceZdrOther],
  ];
  return groups.filter(([, enforced]) => enforced).map(([group]) => group);
}
