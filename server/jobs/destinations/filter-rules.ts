import { RE2JS } from "re2js";
import type { z } from "zod";
import type { FilterRules } from "#lib/contract/destinations.ts";
import { usdOf } from "#lib/nano-usd.ts";
import { byokOf } from "#server/data/generations.ts";
import { contentOf, type TraceSource, tokensOf } from "./trace-event.ts";

type Rules = z.output<typeof FilterRules>;
type Rule = Rules["groups"][number]["rules"][number];
type Value = string | number | null;

/** Returns whether a destination wants a request: every group must match. A group without rules matches. */
export function matchesRules(rules: Rules | null, source: TraceSource): boolean {
  if (!rules?.enabled) return true;
  return rules.groups.every(({ logic, rules: list }) => {
    if (list.length === 0) return true;
    const matches = (rule: Rule) =>
      rule.field === "tag" ? matchesTags(rule, source.row.tags) : matchesRule(rule, fieldOf(rule.field, source));
    return logic === "and" ? list.every(matches) : list.some(matches);
  });
}

/** Returns whether the rules read a prompt or a response. */
export function readsContent(rules: Rules | null): boolean {
  if (!rules?.enabled) return false;
  return rules.groups.some((group) => group.rules.some(({ field }) => field === "input" || field === "output"));
}

/** One of the tags must match; for a rule that denies something, each. */
function matchesTags(rule: Rule, tags: readonly string[] | null): boolean {
  if (!tags) return matchesRule(rule, null);
  const matches = (tag: string) => matchesRule(rule, tag);
  return rule.operator.startsWith("not_") ? tags.every(matches) : tags.some(matches);
}

function matchesRule({ operator, value: wanted = "" }: Rule, value: Value): boolean {
  const text = value === null ? "" : String(value);
  switch (operator) {
    case "exists":
      return value !== null;
    case "not_exists":
      return value === null;
    case "equals":
      return value !== null && text === String(wanted);
    case "not_equals":
      return text !== String(wanted);
    case "contains":
      return text.includes(String(wanted));
    case "not_contains":
      return !text.includes(String(wanted));
    case "starts_with":
      return text.startsWith(String(wanted));
    case "ends_with":
      return text.endsWith(String(wanted));
    case "regex":
      return value !== null && RE2JS.compile(String(wanted)).matcher(text).find();
    case "gt":
      return value !== null && Number(value) > Number(wanted);
    case "lt":
      return value !== null && Number(value) < Number(wanted);
    case "gte":
      return value !== null && Number(value) >= Number(wanted);
    case "lte":
      return value !== null && Number(value) <= Number(wanted);
  }
}

function fieldOf(field: Exclude<Rule["field"], "tag">, { row, keyName, content }: TraceSource): Value {
  switch (field) {
    case "model":
      return row.model ?? row.requestedModel;
    case "provider":
      return row.provider;
    case "session_id":
      return row.sessionId;
    case "user_id":
      return row.externalUser ?? row.userId;
    case "api_key_name":
      return keyName;
    case "finish_reason":
      return row.finish;
    case "input":
      return content?.input ? JSON.stringify(contentOf(content).input) : null;
    case "output":
      return content ? contentOf(content).output.completion : null;
    case "total_cost":
      return usdOf(row.costNanoUsd - byokOf(row));
    case "total_tokens":
      return tokensOf(row).prompt + tokensOf(row).completion;
    case "prompt_tokens":
      return tokensOf(row).prompt;
    case "completion_tokens":
      return tokensOf(row).completion;
  }
}
