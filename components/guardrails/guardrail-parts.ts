import { guardrailRules } from "#lib/guardrail-rules.ts";
import { cleanFields, type GuardrailFields, isSame } from "./editor/guardrail-fields.ts";
import type { CustomFilter } from "./guardrail.ts";
import { describeFilter, describeLimit, filterName, RETENTION_GROUPS } from "./guardrail-labels.ts";

export type GuardrailTab = "rules" | "general" | "routing";

/** A part of a guardrail as users see it: the unit of comparison, change lists and merges. */
export type Part = {
  id: string;
  name: string;
  tab: GuardrailTab;
  read: (fields: GuardrailFields) => unknown;
  write: (fields: GuardrailFields, from: GuardrailFields) => GuardrailFields;
  /** Undefined if the guardrail does not have it. */
  words: (fields: GuardrailFields) => string | undefined;
  /** For a list: its names; only added and removed ones are reported. */
  names?: (fields: GuardrailFields) => readonly string[];
};

const onOff = (is: boolean | null) => (is ? "on" : "off");

/** Returns every part that one of the guardrails has. */
export function partsOf(...all: readonly GuardrailFields[]): Part[] {
  const patterns = new Set(all.flatMap((fields) => [...indexByName(fields.content_filters ?? []).keys()]));
  return [...FIELD_PARTS, ...guardrailRules.map(builtinPart), ...[...patterns].map(patternPart)];
}

type Name = keyof GuardrailFields;

function fieldPart(
  tab: GuardrailTab,
  name: string,
  fields: readonly Name[],
  words: Part["words"],
  names?: Part["names"],
): Part {
  return {
    id: fields[0] ?? name,
    name,
    tab,
    read: (from) => fields.map((field) => from[field]),
    write: (to, from) => ({ ...to, ...Object.fromEntries(fields.map((field) => [field, from[field]])) }),
    words,
    ...(names ? { names } : {}),
  };
}

type ListName = `${"allowed" | "ignored"}_${"models" | "providers" | "tools"}` | "allowed_data_regions";

function listPart(field: ListName, name: string): Part {
  const names = (fields: GuardrailFields) => fields[field] ?? [];
  return fieldPart("routing", name, [field], (fields) => fields[field]?.join(", "), names);
}

const FIELD_PARTS: readonly Part[] = [
  fieldPart("general", "Name", ["name"], ({ name }) => name),
  fieldPart("general", "Description", ["description"], ({ description }) => description ?? undefined),
  fieldPart("general", "Spending limit", ["limit_usd", "reset_interval", "include_byok_in_budgets"], spendWords),
  listPart("allowed_models", "Allowed models"),
  listPart("ignored_models", "Excluded models"),
  listPart("allowed_providers", "Allowed providers"),
  listPart("ignored_providers", "Excluded providers"),
  listPart("allowed_tools", "Allowed tools"),
  listPart("ignored_tools", "Excluded tools"),
  listPart("allowed_data_regions", "Data regions"),
  ...RETENTION_GROUPS.map(({ field, name }) =>
    fieldPart("routing", `Zero data retention, ${name}`, [field], (fields) => onOff(fields[field])),
  ),
  fieldPart("rules", "Shadow mode", ["shadow"], ({ shadow }) => onOff(shadow)),
  fieldPart("rules", "Restore values", ["restore_placeholders"], ({ restore_placeholders: is }) => onOff(is)),
];

function spendWords(fields: GuardrailFields): string {
  const own = fields.limit_usd !== null && fields.include_byok_in_budgets;
  return `${describeLimit(fields)}${own ? ", BYOK included" : ""}`;
}

function builtinPart({ slug, name }: (typeof guardrailRules)[number]): Part {
  const read = (fields: GuardrailFields) => fields.content_filter_builtins?.find((one) => one.slug === slug);
  return {
    id: `builtin:${slug}`,
    name,
    tab: "rules",
    read,
    write(to, from) {
      const others = (to.content_filter_builtins ?? []).filter((one) => one.slug !== slug);
      const value = read(from);
      return cleanFields({ ...to, content_filter_builtins: value ? [...others, value] : others });
    },
    words: (fields) => filterIn(read(fields)),
  };
}

function filterIn(filter: Parameters<typeof describeFilter>[0] | undefined): string | undefined {
  return filter && describeFilter(filter);
}

function patternPart(key: string): Part {
  const read = (fields: GuardrailFields) => indexByName(fields.content_filters ?? []).get(key);
  return {
    id: `pattern:${key}`,
    name: `Pattern ${key}`,
    tab: "rules",
    read,
    write(to, from) {
      const patterns = indexByName(to.content_filters ?? []);
      const value = read(from);
      if (value) patterns.set(key, value);
      else patterns.delete(key);
      return cleanFields({ ...to, content_filters: [...patterns.values()] });
    },
    words: (fields) => patternWords(read(fields)),
  };
}

function patternWords(filter: CustomFilter | undefined): string | undefined {
  if (!filter) return undefined;
  const samples = [
    ...(filter.must_match?.length ? [`must match: ${filter.must_match.join(" | ")}`] : []),
    ...(filter.must_not_match?.length ? [`must not match: ${filter.must_not_match.join(" | ")}`] : []),
  ];
  return [filter.pattern, describeFilter(filter), ...samples].join(" · ");
}

/** Indexes patterns by name, which an edit of the expression does not change if there is a label. */
function indexByName(filters: readonly CustomFilter[]): Map<string, CustomFilter> {
  const patterns = new Map<string, CustomFilter>();
  for (const filter of filters) {
    const name = filterName(filter);
    let key = name;
    for (let more = 2; patterns.has(key); more += 1) key = `${name} (${more})`;
    patterns.set(key, filter);
  }
  return patterns;
}

export type Change = {
  id: string;
  name: string;
  tab: GuardrailTab;
  before: string | undefined;
  after: string | undefined;
};

/** Describes the differences between two guardrails, part by part. */
export function changesBetween(before: GuardrailFields, after: GuardrailFields): Change[] {
  const [old, now] = [cleanFields(before), cleanFields(after)];
  return partsOf(old, now)
    .filter((part) => !isSame(part.read(old), part.read(now)))
    .map((part) => ({ id: part.id, name: part.name, tab: part.tab, ...wordsOf(part, old, now) }));
}

function wordsOf(part: Part, old: GuardrailFields, now: GuardrailFields): Pick<Change, "before" | "after"> {
  if (!part.names) return { before: part.words(old), after: part.words(now) };
  const [had, has] = [part.names(old), part.names(now)];
  const left = (from: readonly string[], without: readonly string[]) =>
    from.filter((name) => !without.includes(name)).join(", ") || undefined;
  return { before: left(had, has), after: left(has, had) };
}
