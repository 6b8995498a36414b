/** What a filter compares: a text, one of a few words, or a number. */
type FieldType = "text" | "choice" | "number";

type FieldFacts = { label: string; type: FieldType; unit?: string };

/** The fields of a generation that a filter can name. */
export const FILTER_FIELDS = {
  model: { label: "Model", type: "text" },
  provider: { label: "Provider", type: "text" },
  api_key_name: { label: "Key name", type: "text" },
  api_key_hash: { label: "Key hash", type: "text" },
  external_user: { label: "End user", type: "text" },
  tag: { label: "Tag", type: "text" },
  user_id: { label: "Member", type: "text" },
  session_id: { label: "Session", type: "text" },
  agent: { label: "Agent", type: "text" },
  repository: { label: "Repository", type: "text" },
  request_id: { label: "Request ID", type: "text" },
  batch_id: { label: "Batch ID", type: "text" },
  finish_reason: { label: "Finish reason", type: "text" },
  error: { label: "Error", type: "text" },
  cost: { label: "Cost", type: "number", unit: "USD" },
  tokens_prompt: { label: "Input tokens", type: "number" },
  tokens_completion: { label: "Output tokens", type: "number" },
  latency: { label: "Time to first token", type: "number", unit: "ms" },
  generation_time: { label: "Duration", type: "number", unit: "ms" },
  status: { label: "HTTP status", type: "number" },
  status_class: { label: "Status", type: "choice" },
  rejection: { label: "Rejected for", type: "choice" },
  operation: { label: "Operation", type: "choice" },
  dialect: { label: "Dialect", type: "choice" },
  http_referer: { label: "App", type: "text" },
} as const satisfies Record<string, FieldFacts>;

export type FilterField = keyof typeof FILTER_FIELDS;

const OPERATORS = {
  text: ["eq", "neq", "contains"],
  choice: ["eq", "neq"],
  number: ["eq", "neq", "gt", "gte", "lt", "lte"],
} as const satisfies Record<FieldType, readonly string[]>;

export type FilterOperator = (typeof OPERATORS)[FieldType][number];

/** An empty value of `eq` or `neq` means that the field is not set. */
export type GenerationFilter = { field: FilterField; operator: FilterOperator; value: string };

export const MAX_FILTERS = 20;
const MAX_VALUE_LENGTH = 256;

/** Returns the operators that a field accepts. */
export function operatorsOf(field: FilterField): readonly FilterOperator[] {
  return OPERATORS[FILTER_FIELDS[field].type];
}

/** Returns filters as text: `model:contains:gpt,cost:gt:0.01`. In a value, `%` and `,` are `%25` and `%2C`. */
export function writeFilters(filters: readonly GenerationFilter[]): string {
  return filters
    .map(({ field, operator, value }) =>
      [field, operator, value.replaceAll("%", "%25").replaceAll(",", "%2C")].join(":"),
    )
    .join(",");
}

export type FilterProblem = { problem: string };

/** Reads filters from text, each as a filter or as what is wrong with it. */
export function readFilters(text: string): (GenerationFilter | FilterProblem)[] {
  return text === "" ? [] : text.split(",").map(readFilter);
}

const WRITTEN = /^(\w+):(\w+):(.*)$/s;

function readFilter(text: string, index: number): GenerationFilter | FilterProblem {
  const [, field = "", operator = "", written = ""] = WRITTEN.exec(text) ?? [];
  const value = written.replace(/%2C|%25/gi, (escaped) => (escaped === "%25" ? "%" : ","));
  const problem = problemOf(field, operator, value);
  if (problem) return { problem: `filter ${index + 1}: ${problem}` };
  return { field, operator, value } as GenerationFilter;
}

/** Returns what is wrong with a filter, without its value; undefined for a valid one. */
export function problemOf(field: string, operator: string, value: string): string | undefined {
  if (!isField(field)) return `must be field:operator:value, with one of the fields ${FIELD_NAMES}`;
  const operators = operatorsOf(field);
  if (!operators.some((one) => one === operator)) return `${field} accepts ${operators.join(", ")}`;
  if (value.length > MAX_VALUE_LENGTH) return `the value of ${field} is longer than ${MAX_VALUE_LENGTH} characters`;
  const isUnset = value === "" && (operator === "eq" || operator === "neq");
  if (value === "" && !isUnset) return `${operator} requires a value`;
  const isNumber = FILTER_FIELDS[field].type === "number";
  return isNumber && !isUnset && !DECIMAL.test(value) ? `${field} requires a number, such as 0.5` : undefined;
}

/** Up to nine decimals, as many as costs have. */
const DECIMAL = /^\d{1,12}(?:\.\d{1,9})?$/;

const FIELD_NAMES = Object.keys(FILTER_FIELDS).join(", ");

function isField(name: string): name is FilterField {
  return Object.hasOwn(FILTER_FIELDS, name);
}
