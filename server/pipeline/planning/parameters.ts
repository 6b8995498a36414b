import type { Body } from "#server/dialects/dialect.ts";
import { outputFormatOf } from "#server/dialects/messages/output-format.ts";

// Parameters that not every model supports, under the same name as in the catalogue.
const SAME_NAME = [
  ...["temperature", "top_p", "top_k", "min_p", "top_a", "frequency_penalty", "presence_penalty"],
  ...["repetition_penalty", "logit_bias", "logprobs", "top_logprobs", "seed", "stop", "tools", "tool_choice"],
  ...["reasoning", "response_format"],
];

const NAMES = new Map([
  ...SAME_NAME.map((name) => [name, name] as const),
  ...([
    ["stop_sequences", "stop"],
    ["thinking", "reasoning"],
    ["reasoning_effort", "reasoning"],
  ] as const),
]);

/** Returns the parameters that a body of any dialect sets beyond plain text, by their catalogue names. */
export function parametersOf(body: Body): string[] {
  const names = new Set<string>();
  for (const [field, value] of Object.entries(body)) {
    const name = NAMES.get(field);
    if (name !== undefined && isRequested(value)) names.add(name);
  }
  for (const format of [body.response_format, nestedFields(body.text), outputFormatOf(body)]) {
    const { type, schema } = (format ?? {}) as { type?: unknown; schema?: unknown };
    if (type === "json_schema" || type === "json_object") names.add("response_format");
    if (type === "json_schema" || (type === "json_object" && schema)) names.add("structured_outputs");
  }
  return [...names];
}

function nestedFields(value: unknown): unknown {
  return (value as { format?: unknown } | null | undefined)?.format;
}

function isRequested(value: unknown): boolean {
  if (value === undefined || value === null || value === false) return false;
  if (Array.isArray(value)) return value.length > 0;
  const { type, enabled } = value as { type?: unknown; enabled?: unknown };
  return type !== "disabled" && enabled !== false;
}
