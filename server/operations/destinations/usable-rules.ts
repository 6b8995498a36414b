import { RE2JS, RE2JSException } from "re2js";
import type { z } from "zod";
import type { FilterRules } from "#lib/contract/destinations.ts";
import { HttpError } from "#server/errors.ts";

/** Throws 400 for a rule with an unsupported regular expression. */
export function requireUsableRules(rules: z.output<typeof FilterRules> | null = null): void {
  for (const [group, { rules: list }] of (rules?.groups ?? []).entries()) {
    for (const [index, { operator, value }] of list.entries()) {
      if (operator !== "regex" || isPattern(String(value ?? ""))) continue;
      const path = `filter_rules.groups.${group}.rules.${index}.value`;
      throw new HttpError(400, `Invalid request: ${path}: must be a regular expression in RE2 syntax`);
    }
  }
}

function isPattern(pattern: string): boolean {
  try {
    RE2JS.compile(pattern);
    return true;
  } catch (error) {
    if (error instanceof RE2JSException) return false;
    throw error;
  }
}
