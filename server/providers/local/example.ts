import type { JSONValue } from "@ai-sdk/provider";
import { block, list } from "../exchange/json.ts";

const deepest = 8;

/** Returns a small value that an ordinary JSON schema accepts: only required fields; strings are `text`. */
export function exampleOf(schema: unknown, text: string, depth = 0): JSONValue {
  const {
    const: only,
    enum: choices,
    default: usual,
    type,
    properties,
    required,
    items,
    minItems,
    minimum,
  } = block(schema);
  const fixed = [only, list(choices)[0], usual].find((value) => value !== undefined);
  if (fixed !== undefined) return fixed as JSONValue;
  const branch = firstBranch(block(schema));
  if (branch !== undefined && depth < deepest) return exampleOf(branch, text, depth + 1);
  const kind = Array.isArray(type) ? type[0] : type;
  if (kind === "string") return text;
  if (kind === "integer" || kind === "number") return typeof minimum === "number" ? minimum : 1;
  if (kind === "boolean") return true;
  if (kind === "null" || depth >= deepest) return null;
  if (kind === "array") return typeof minItems === "number" && minItems > 0 ? [exampleOf(items, text, depth + 1)] : [];
  return Object.fromEntries(
    list(required).map((name) => [String(name), exampleOf(block(properties)[String(name)], text, depth + 1)]),
  );
}

function firstBranch(schema: Record<string, unknown>): unknown {
  return list(schema.anyOf)[0] ?? list(schema.oneOf)[0] ?? list(schema.allOf)[0];
}
