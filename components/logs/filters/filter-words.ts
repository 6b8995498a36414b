import type { RejectionReason } from "#lib/contract/rejections.ts";
import { agentName } from "#lib/generations/agents.ts";
import { FILTER_FIELDS, type FilterOperator, type GenerationFilter } from "#lib/generations/generation-filters.ts";
import { REJECTION_WORDS } from "#lib/rejection-words.ts";

export const OPERATOR_WORDS: Record<FilterOperator, string> = {
  eq: "is",
  neq: "is not",
  contains: "contains",
  gt: "is greater than",
  gte: "is at least",
  lt: "is less than",
  lte: "is at most",
};

/** Returns a filter in words: the field, and what must hold for it. `nameOfKey` returns a key's name by its hash. */
export function describeFilter({ field, operator, value }: GenerationFilter, nameOfKey: (hash: string) => string) {
  const facts = FILTER_FIELDS[field];
  const name = field === "api_key_hash" ? "Key" : facts.label;
  if (value === "") return { name, value: operator === "eq" ? "is not set" : "is set" };
  const unit = "unit" in facts ? ` ${facts.unit}` : "";
  const words = operator === "eq" ? "" : `${OPERATOR_WORDS[operator]} `;
  return { name, value: `${words}${wordOf(field, value, nameOfKey)}${unit}` };
}

function wordOf(field: GenerationFilter["field"], value: string, nameOfKey: (hash: string) => string): string {
  if (field === "rejection") return REJECTION_WORDS[value as RejectionReason] ?? value;
  if (field === "agent") return agentName(value);
  return field === "api_key_hash" ? nameOfKey(value) : value;
}
