import { type Filter, parse } from "scim2-parse-filter";
import type { ScimComparison, ScimCondition } from "#server/data/scim-condition.ts";
import { scimError } from "./scim-error.ts";

/** Parses a filter (RFC 7644, section 3.4.2.2). Throws 400 with `invalidFilter`. */
export function readFilter(text: string | undefined): ScimCondition | undefined {
  return text === undefined ? undefined : toCondition(parseFilter(text));
}

/** Returns the syntax tree of a filter. Throws 400 with `invalidFilter`. */
export function parseFilter(text: string): Filter {
  try {
    return parse(text);
  } catch {
    throw scimError("invalidFilter", "The filter is not a valid SCIM filter");
  }
}

/** Returns the error for a filter that the database cannot evaluate. */
export function unsupportedFilter() {
  return scimError("invalidFilter", "The filter uses an attribute or comparison that is not supported");
}

function toCondition(filter: Filter, prefix = ""): ScimCondition {
  switch (filter.op) {
    case "and":
    case "or":
      return { kind: filter.op, conditions: filter.filters.map((one) => toCondition(one, prefix)) };
    case "not":
      return { kind: "not", condition: toCondition(filter.filter, prefix) };
    case "[]":
      return toCondition(filter.valFilter, `${fieldOf(filter.attrPath)}.`);
    case "pr":
      return { kind: "present", field: prefix + fieldOf(filter.attrPath) };
    default: {
      const { op, attrPath, compValue } = filter;
      const field = prefix + fieldOf(attrPath);
      return { kind: "compare", field, comparison: op as ScimComparison, value: booleanOf(field, compValue) };
    }
  }
}

/** Returns an attribute's name in lower case, without its schema's URN. */
function fieldOf(attribute: string): string {
  return attribute.toLowerCase().replace(/^urn:ietf:params:scim:schemas:core:2\.0:(user|group):/, "");
}

/** Some directories quote booleans. */
function booleanOf(field: string, value: string | number | boolean | null) {
  if (field !== "active" || typeof value !== "string") return value;
  const text = value.toLowerCase();
  return text === "true" || text === "false" ? text === "true" : value;
}
