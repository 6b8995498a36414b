import { isRecord } from "#lib/is-record.ts";

type Schema = Record<string, unknown>;

/**
 * Returns a value that satisfies a JSON schema (or Google's upper-case form of one), always the same for the same
 * schema.
 */
export function sampleOf(schema: unknown, name = "value", root: unknown = schema): unknown {
  if (!isRecord(schema)) return {};
  if (typeof schema.$ref === "string") return sampleOf(target(root, schema.$ref), name, root);
  if ("const" in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const choices = [schema.anyOf, schema.oneOf].find(Array.isArray) as Schema[] | undefined;
  if (choices) return sampleOf(choices.find((choice) => typeOf(choice) !== "null") ?? {}, name, root);
  if (Array.isArray(schema.allOf))
    return sampleOf(Object.assign({}, schema, ...schema.allOf, { allOf: null }), name, root);
  return sampleOfType(schema, name, root);
}

function sampleOfType(schema: Schema, name: string, root: unknown): unknown {
  switch (typeOf(schema)) {
    case "string":
      return sampleText(schema, name);
    case "integer":
    case "number":
      return schema.minimum ?? 1;
    case "boolean":
      return true;
    case "null":
      return null;
    case "array":
      return Array.from({ length: Number(schema.minItems ?? 1) }, () => sampleOf(schema.items, name, root));
    default:
      return sampleObject(schema, root);
  }
}

function sampleObject(schema: Schema, root: unknown): object {
  const properties = isRecord(schema.properties) ? schema.properties : {};
  return Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, sampleOf(value, key, root)]));
}

function sampleText(schema: Schema, name: string): string {
  if (schema.format === "date") return "2026-01-02";
  if (schema.format === "date-time") return "2026-01-02T03:04:05Z";
  if (schema.format === "email") return "someone@example.com";
  if (schema.format === "uri") return "https://example.com/";
  return `sample ${name}`.padEnd(Number(schema.minLength ?? 0), ".").slice(0, Number(schema.maxLength ?? 1000));
}

function typeOf(schema: Schema): string {
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== "null") : schema.type;
  return typeof type === "string" ? type.toLowerCase() : "";
}

function target(root: unknown, pointer: string): unknown {
  const steps = pointer.split("/").slice(1);
  return steps.reduce<unknown>((at, step) => (isRecord(at) ? at[step] : undefined), root);
}
