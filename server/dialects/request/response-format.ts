import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { isRecord } from "#lib/is-record.ts";
import { withNumbersOf } from "#server/json/exact-numbers.ts";
import type { Body } from "../dialect.ts";
import { omitUndefined, recordAt, stringAt, textOf } from "../read-field.ts";
import type { Target } from "../target.ts";

type Decoded = Pick<LanguageModelV4CallOptions, "responseFormat"> & { providerOptions: Body };

/**
 * Reads `text.format` (flat) or `response_format` (nested under `json_schema`; with `json_object` some clients send the
 * schema alongside it: https://github.com/567-labs/instructor-js). `providerOptions` contains the provider's option for
 * strictness. Throws HttpError 400 that names the field.
 */
export function decodeFormat(format: unknown, path: string, target: Target): Decoded {
  if (format === undefined || format === null) return { providerOptions: {} };
  const fields = recordAt(format, path);
  const type = stringAt(fields.type, `${path}.type`);
  if (type === "json_object" && !isRecord(fields.schema))
    return { responseFormat: { type: "json" }, providerOptions: {} };
  if (type === "json_schema" || type === "json_object") return schemaFormat(fields, path, target);
  if (type !== "text") target.notes.add(`${path} (${type}): dropped`);
  return { providerOptions: {} };
}

function schemaFormat(format: Body, path: string, target: Target): Decoded {
  const nested = isRecord(format.json_schema) ? format.json_schema : format;
  const base = nested === format ? path : `${path}.json_schema`;
  const schema = recordAt(nested.schema ?? {}, `${base}.schema`);
  const description = textOf(nested.description);
  const readsStrictness = target.family === "openai" || target.family === "compatible";
  const responseFormat = omitUndefined({
    type: "json" as const,
    schema: readsStrictness || description === undefined ? schema : withDescription(schema, description),
    name: textOf(nested.name),
    description,
  });
  return { responseFormat, providerOptions: readsStrictness ? { strictJsonSchema: nested.strict === true } : {} };
}

/** Google and Anthropic have no place for it but the schema. */
function withDescription(schema: Body, description: string): Body {
  return schema.description === undefined ? withNumbersOf(schema, { ...schema, description }) : schema;
}
