import type { DataRegion } from "#lib/contract/data-regions.ts";
import { formatUsd } from "#lib/format.ts";
import { guardrailRules } from "#lib/guardrail-rules.ts";
import type { GuardrailFields } from "./editor/guardrail-fields.ts";
import type { BuiltinFilter, CustomFilter } from "./guardrail.ts";

export const ACTION_LABELS = { block: "Block", redact: "Redact", flag: "Flag" } as const;
export const TEXT_LABELS = {
  both: "Requests and responses",
  input: "Requests",
  output: "Responses",
  tool_calls: "Tool calls",
} as const;
/** Options for the texts that a rule reads. */
export const TEXT_OPTIONS = [
  { value: "both", label: TEXT_LABELS.both },
  { value: "input", label: TEXT_LABELS.input },
  { value: "output", label: TEXT_LABELS.output },
] as const;

const DOES = { block: "Blocks", redact: "Redacts", flag: "Flags", watch: "Reports" } as const;
const EACH = { daily: "per day", weekly: "per week", monthly: "per month" } as const;

export const RETENTION_GROUPS = [
  { field: "enforce_zdr_anthropic", name: "Anthropic" },
  { field: "enforce_zdr_openai", name: "OpenAI" },
  { field: "enforce_zdr_google", name: "Google" },
  { field: "enforce_zdr_other", name: "Other providers" },
] as const;

export const REGION_LABELS: Record<DataRegion, string> = { europe: "Europe", us: "the US", global: "any region" };

/** Describes a guardrail's text rules, one part per action: "Redacts email address, phone number". */
export function describeRules({ content_filter_builtins, content_filters }: GuardrailFields): string[] {
  const named = [
    ...(content_filter_builtins ?? []).map((filter) => ({ filter, name: inSentence(ruleName(filter.slug)) })),
    ...(content_filters ?? []).map((filter) => ({ filter, name: filterName(filter) })),
  ];
  return (["block", "redact", "flag", "watch"] as const).flatMap((deed) => {
    const names = named.filter(({ filter }) => (filter.shadow ? "watch" : filter.action) === deed);
    return names.length > 0 ? [`${DOES[deed]} ${names.map(({ name }) => name).join(", ")}`] : [];
  });
}

/** Describes a guardrail's other limits: money, models, providers, retention. */
export function describeLimits(fields: GuardrailFields): string[] {
  const lists = [
    countWords("only", fields.allowed_models, "model"),
    countWords("without", fields.ignored_models, "model"),
    countWords("only", fields.allowed_providers, "provider"),
    countWords("without", fields.ignored_providers, "provider"),
    countWords("only", fields.allowed_tools, "tool"),
    countWords("without", fields.ignored_tools, "tool"),
  ];
  const retention = RETENTION_GROUPS.filter(({ field }) => fields[field]);
  const kept = retention.length === RETENTION_GROUPS.length ? ["all"] : retention.map(({ name }) => name);
  return [
    ...(fields.limit_usd === null ? [] : [describeLimit(fields)]),
    ...lists.filter((words) => words !== undefined),
    ...(fields.allowed_data_regions?.length ? [describeRegions(fields.allowed_data_regions)] : []),
    ...(kept.length > 0 ? [`zero data retention: ${kept.join(", ")}`] : []),
  ];
}

function describeRegions(regions: readonly DataRegion[]): string {
  return `data in ${regions.map((region) => REGION_LABELS[region]).join(" or ")}`;
}

export function describeLimit({ limit_usd: limit, reset_interval: reset }: GuardrailFields): string {
  if (limit === null) return "No limit";
  return `${formatUsd(limit)} ${reset ? EACH[reset] : "in total, never resets"}`;
}

/** Describes one rule's settings: "Redact, in requests and responses, shadow". */
export function describeFilter(filter: BuiltinFilter | CustomFilter): string {
  const { action, applies_to: texts = "both", shadow } = filter;
  const own = "scan_scope" in filter && filter.scan_scope === "user_only";
  const words = [ACTION_LABELS[action], `in ${TEXT_LABELS[texts].toLowerCase()}`];
  return [...words, ...(own ? ["user messages only"] : []), ...(shadow ? ["shadow"] : [])].join(", ");
}

/** Returns a pattern's label, or the pattern itself. */
export function filterName({ label, pattern }: CustomFilter): string {
  return label?.trim() || (pattern.length > 40 ? `${pattern.slice(0, 40)}…` : pattern) || "new pattern";
}

export function ruleName(slug: string): string {
  return guardrailRules.find((rule) => rule.slug === slug)?.name ?? slug;
}

function inSentence(name: string): string {
  return /^\p{Lu}\p{Ll}/u.test(name) ? `${name.charAt(0).toLowerCase()}${name.slice(1)}` : name;
}

function countWords(word: string, names: readonly string[] | null, noun: string): string | undefined {
  return names?.length ? `${word} ${names.length} ${noun}${names.length === 1 ? "" : "s"}` : undefined;
}
