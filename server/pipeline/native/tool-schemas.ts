import type { JSONSchema7, LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { isRecord } from "#lib/is-record.ts";
import type { Body, Dialect } from "#server/dialects/dialect.ts";
import { withNumbersOf } from "#server/json/exact-numbers.ts";
import { hasAlternatives, objectSchema } from "#server/providers/requests/object-schema.ts";

/**
 * Changes the schemas of a body's functions to the form that `objectSchema` describes. Replaces `tools` of `body` but
 * copies nested values; `notes` lists the schemas that had alternatives.
 */
export function fitToolSchemas(dialect: Dialect["id"], body: Body, notes: string[]): void {
  if (Array.isArray(body.tools)) body.tools = fitAll(body.tools, dialect, "tools", notes);
}

/** Does the same for a neutral request. */
export function fitNeutralSchemas({ tools = [] }: LanguageModelV4CallOptions, notes: string[]): void {
  for (const [at, tool] of tools.entries())
    if (tool.type === "function" && tool.strict !== true)
      tool.inputSchema = fitSchema(tool.inputSchema as Body, `tools[${at}]`, notes) as JSONSchema7;
}

/** Returns the same list if nothing changes. */
function fitAll(tools: unknown[], dialect: Dialect["id"], path: string, notes: string[]): unknown[] {
  const fitted = tools.map((tool, at) => (isRecord(tool) ? fitTool(tool, dialect, `${path}[${at}]`, notes) : tool));
  return fitted.every((tool, at) => tool === tools[at]) ? tools : fitted;
}

function fitTool(tool: Body, dialect: Dialect["id"], path: string, notes: string[]): Body {
  if (tool.type === "namespace" && Array.isArray(tool.tools))
    return replaced(tool, "tools", fitAll(tool.tools, dialect, `${path}.tools`, notes));
  if (isRecord(tool.function)) return replaced(tool, "function", fitTool(tool.function, dialect, path, notes));
  const field = dialect === "messages" ? "input_schema" : "parameters";
  // A strict schema is compiled as it is, so the provider's error tells more.
  const schema = tool[field];
  if (tool.strict === true || !isRecord(schema)) return tool;
  // Anthropic takes an object without properties.
  if (dialect === "messages" && schema.type === "object" && !hasAlternatives(schema)) return tool;
  return replaced(tool, field, fitSchema(schema, path, notes));
}

function fitSchema(schema: Body, path: string, notes: string[]): Body {
  const fitted = objectSchema(schema);
  if (fitted !== schema && hasAlternatives(schema))
    notes.push(`${path}: the alternatives of its schema are merged into one object and described in words`);
  return fitted;
}

function replaced(tool: Body, field: string, value: unknown): Body {
  return value === tool[field] ? tool : withNumbersOf(tool, { ...tool, [field]: value });
}
