import type { z } from "zod";

type Issue = z.core.$ZodRawIssue;

/**
 * Returns what is wrong with a value, as the words that follow the name of its field: `must be a number, not a string`.
 * Never quotes the value, which may be a secret.
 */
export function plainIssue(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? REQUIRED : `must be ${nameOf(issue.expected)}${contrast(issue)}`;
    case "invalid_value":
      return choice(issue.values, issue.input);
    case "too_small":
      return tooSmall(issue);
    case "too_big":
      return tooBig(issue);
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "invalid_format":
      return `must ${formatOf(issue)}`;
    case "unrecognized_keys":
      return `unknown ${issue.keys.length > 1 ? "fields" : "field"} ${listOf(issue.keys.map(quote), "and")}`;
    case "invalid_union":
      return Array.isArray(issue.options) && issue.options.length > 0 ? choice(issue.options, issue.input) : INVALID;
    default:
      return INVALID;
  }
}

/** The whole message about a value for which the contract has no better words. */
export const INVALID = "invalid";
/** The whole message about a value that is missing. */
export const REQUIRED = "required";

const TYPE_NAMES: Record<string, string> = {
  array: "an array",
  boolean: "true or false",
  int: "a whole number",
  nan: "a number",
  null: "null",
  number: "a number",
  object: "an object",
  record: "an object",
  string: "a string",
};

function nameOf(type: string): string {
  return TYPE_NAMES[type] ?? type;
}

/** Returns the type that the value has, unless that adds nothing: 1.5 is a number, but not a whole one. */
function contrast({ expected, input }: Extract<Issue, { code: "invalid_type" }>): string {
  if (typeof input === "number" && (expected === "int" || expected === "number")) return "";
  if (typeof input === "boolean") return `, not ${input}`;
  return `, not ${nameOf(input === null ? "null" : Array.isArray(input) ? "array" : typeof input)}`;
}

function choice(values: readonly unknown[], input: unknown): string {
  const named = `must be ${values.length > 1 ? "one of " : ""}${listOf(values.map(quote), "or")}`;
  return input === undefined ? `${REQUIRED}, ${named}` : named;
}

/** What the size of each kind of value counts; a number has no size. */
const PARTS: Record<string, string> = { string: "character", array: "item", set: "item", map: "entry", file: "byte" };

function tooSmall({ origin, minimum, inclusive, exact }: Extract<Issue, { code: "too_small" }>): string {
  const part = PARTS[origin];
  if (!part) return `must be ${inclusive ? "at least" : "more than"} ${minimum}`;
  if (exact) return `must have ${countOf(minimum, part)}`;
  const least = inclusive ? minimum : Number(minimum) + 1;
  return Number(least) === 1 ? "must not be empty" : `must have at least ${countOf(least, part)}`;
}

function tooBig({ origin, maximum, inclusive, exact }: Extract<Issue, { code: "too_big" }>): string {
  const part = PARTS[origin];
  if (!part) return `must be ${inclusive ? "at most" : "less than"} ${maximum}`;
  const most = inclusive ? maximum : Number(maximum) - 1;
  return `must have ${exact ? "" : "at most "}${countOf(most, part)}`;
}

function countOf(count: number | bigint, part: string): string {
  const plural = part === "entry" ? "entries" : `${part}s`;
  return `${count} ${Number(count) === 1 ? part : plural}`;
}

/** Formats as they follow "must be". */
const FORMATS: Record<string, string> = {
  base64: "base64",
  base64url: "URL-safe base64",
  cidrv4: "a range of IPv4 addresses",
  cidrv6: "a range of IPv6 addresses",
  date: "a date such as 2026-01-31",
  datetime: "a time such as 2026-01-31T12:00:00Z",
  email: "an email address",
  ipv4: "an IPv4 address",
  ipv6: "an IPv6 address",
  url: "a URL",
  uuid: "a UUID",
};

function formatOf(issue: Extract<Issue, { code: "invalid_format" }>): string {
  if (issue.format === "regex") return `match ${issue.pattern}`;
  if (issue.format === "starts_with") return `start with "${issue.prefix}"`;
  if (issue.format === "ends_with") return `end with "${issue.suffix}"`;
  if (issue.format === "includes") return `contain "${issue.includes}"`;
  return `be ${FORMATS[issue.format] ?? `a valid ${issue.format}`}`;
}

function quote(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}

function listOf(names: readonly string[], conjunction: "and" | "or"): string {
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} ${conjunction} ${names.at(-1)}` : String(names[0]);
}
