import { SETTING_RULES, type SettingRule, type SettingRules } from "./setting-rules.ts";

/** The size of a field whose value is not recorded. */
export type FieldSize = { items: number } | { characters: number };

export type SafeValue = number | boolean | string | string[] | FieldSize | SafeFields;
export type SafeFields = { [name: string]: SafeValue };

const WORD = /^[\w.:/+-]{1,64}$/;
const MOST_WORDS = 20;

/**
 * Returns the settings of a request body that can be recorded: numbers, booleans, short words and lists of words in the
 * fields of `SETTING_RULES`, and the sizes of texts and lists. Any other text in the place of a setting is recorded by
 * its size.
 */
export function safeFields(body: object, rules: SettingRules = SETTING_RULES): SafeFields {
  const fields: SafeFields = {};
  for (const name in body) {
    const rule = rules.get(name);
    if (rule === undefined) continue;
    const value = safeValue(rule, (body as Record<string, unknown>)[name]);
    if (value !== undefined) fields[name] = value;
  }
  return fields;
}

function safeValue(rule: SettingRule, value: unknown): SafeValue | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === "string") return rule !== "size" && WORD.test(value) ? value : { characters: value.length };
  if (typeof value !== "object") return rule === "size" ? undefined : (value as number | boolean);
  if (Array.isArray(value)) return rule === "value" && isWords(value) ? value : { items: value.length };
  return typeof rule === "string" ? { items: Object.keys(value).length } : safeFields(value, rule);
}

function isWords(list: unknown[]): list is string[] {
  return list.length <= MOST_WORDS && list.every((item) => typeof item === "string" && WORD.test(item));
}
