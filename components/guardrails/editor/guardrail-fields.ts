import { guardrailRules } from "#lib/guardrail-rules.ts";
import { type BuiltinFilter, type CustomFilter, type Guardrail, usualTexts } from "../guardrail.ts";

/** The editable fields of a guardrail, without the deprecated `enforce_zdr`. */
export type GuardrailFields = Omit<
  Guardrail,
  "id" | "workspace_id" | "is_default" | "version" | "created_at" | "updated_at" | "enforce_zdr"
>;

/** Returns the fields of a stored guardrail with explicit defaults, so that two can be compared. */
export function fieldsOf(guardrail: GuardrailFields): GuardrailFields {
  return cleanFields({
    name: guardrail.name,
    description: guardrail.description,
    limit_usd: guardrail.limit_usd,
    reset_interval: guardrail.reset_interval,
    include_byok_in_budgets: guardrail.include_byok_in_budgets,
    allowed_models: guardrail.allowed_models,
    ignored_models: guardrail.ignored_models,
    allowed_providers: guardrail.allowed_providers,
    ignored_providers: guardrail.ignored_providers,
    allowed_tools: guardrail.allowed_tools,
    ignored_tools: guardrail.ignored_tools,
    allowed_data_regions: guardrail.allowed_data_regions,
    enforce_zdr_anthropic: guardrail.enforce_zdr_anthropic,
    enforce_zdr_openai: guardrail.enforce_zdr_openai,
    enforce_zdr_google: guardrail.enforce_zdr_google,
    enforce_zdr_other: guardrail.enforce_zdr_other,
    content_filter_builtins: guardrail.content_filter_builtins,
    content_filters: guardrail.content_filters,
    shadow: guardrail.shadow,
    restore_placeholders: guardrail.restore_placeholders,
  });
}

/** Returns the fields without meaningless values: empty lists, blank lines, an unset switch that means on. */
export function cleanFields(fields: GuardrailFields): GuardrailFields {
  return {
    ...fields,
    name: fields.name.trim(),
    description: fields.description?.trim() || null,
    allowed_models: someOf(fields.allowed_models),
    ignored_models: someOf(fields.ignored_models),
    allowed_providers: someOf(fields.allowed_providers),
    ignored_providers: someOf(fields.ignored_providers),
    allowed_tools: someOf(fields.allowed_tools),
    ignored_tools: someOf(fields.ignored_tools),
    allowed_data_regions: someOf(fields.allowed_data_regions),
    enforce_zdr_anthropic: fields.enforce_zdr_anthropic === true,
    enforce_zdr_openai: fields.enforce_zdr_openai === true,
    enforce_zdr_google: fields.enforce_zdr_google === true,
    enforce_zdr_other: fields.enforce_zdr_other === true,
    content_filter_builtins: someOf(builtinsInOrder(fields.content_filter_builtins ?? [])),
    content_filters: someOf((fields.content_filters ?? []).map(cleanFilter)),
  };
}

/** Returns only the differences, as an API body. */
export function changesOf(before: GuardrailFields, after: GuardrailFields): Partial<GuardrailFields> {
  const old: Record<string, unknown> = cleanFields(before);
  const changed = Object.entries(cleanFields(after)).filter(([name, value]) => !isSame(value, old[name]));
  return Object.fromEntries(changed);
}

/** Returns whether two values are equal. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function someOf<T>(list: readonly T[] | null): T[] | null {
  return list?.length ? [...list] : null;
}

function builtinsInOrder(filters: readonly BuiltinFilter[]): BuiltinFilter[] {
  return guardrailRules.flatMap(({ slug }) => {
    const filter = filters.find((one) => one.slug === slug);
    return filter ? [cleanBuiltin(filter)] : [];
  });
}

function cleanBuiltin({ slug, action, applies_to, scan_scope, shadow }: BuiltinFilter): BuiltinFilter {
  return {
    slug,
    action,
    applies_to: applies_to ?? usualTexts(slug),
    shadow: shadow ?? false,
    ...(slug === "regex-prompt-injection" && { scan_scope: scan_scope ?? "all_messages" }),
  };
}

function cleanFilter(filter: CustomFilter): CustomFilter {
  return {
    pattern: filter.pattern,
    label: filter.label?.trim() || null,
    action: filter.action,
    applies_to: filter.applies_to ?? "both",
    shadow: filter.shadow ?? false,
    must_match: filledLines(filter.must_match),
    must_not_match: filledLines(filter.must_not_match),
  };
}

function filledLines(lines: readonly string[] | undefined): string[] {
  return (lines ?? []).filter((line) => line.trim() !== "");
}
