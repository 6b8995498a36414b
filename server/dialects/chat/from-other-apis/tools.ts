import { isRecord } from "#lib/is-record.ts";
import type { Body } from "../../dialect.ts";
import { omitUndefined, recordsOf } from "../../read-field.ts";

/** Returns whether tools need `chatTools`: text tools too, since clients send their calls as those of functions. */
export function hasOtherTools(tools: unknown): boolean {
  return Array.isArray(tools) && tools.some((tool) => isRecord(tool) && (isFlat(tool) || tool.type === "custom"));
}

/** Returns whether a tool is one of the Messages API. */
export function hasBlockTools(tools: unknown): boolean {
  return recordsOf(tools).some((tool) => isFlat(tool) && isRecord(tool.input_schema));
}

/** Returns tools of the Responses and Messages APIs as chat has them. Others stay as they are. */
export function chatTools(tools: unknown): unknown {
  return Array.isArray(tools) ? tools.map((tool) => (isRecord(tool) && isFlat(tool) ? chatTool(tool) : tool)) : tools;
}

/** Returns the choice of a tool of the Responses and Messages APIs as chat has it. */
export function chatChoice(choice: unknown): unknown {
  if (!isRecord(choice)) return choice;
  const { type, name, mode, tools } = choice;
  if (type === "auto" || type === "none") return type;
  if (type === "any") return "required";
  if (type === "allowed_tools" && Array.isArray(tools)) {
    return { type, allowed_tools: { mode: mode ?? "auto", tools: tools.map(chatChoice) } };
  }
  if (typeof name !== "string") return choice;
  if (type === "custom") return { type, custom: { name } };
  return type === "function" || type === "tool" ? { type: "function", function: { name } } : choice;
}

/** Returns the names of the tools that take text. `tools`: in chat's form. */
export function textToolNames(tools: unknown): ReadonlySet<unknown> {
  return new Set(
    recordsOf(tools).flatMap(({ type, custom }) => (type === "custom" && isRecord(custom) ? [custom.name] : [])),
  );
}

/** A tool whose definition is not nested: of the Responses API, or with an `input_schema` of the Messages API. */
function isFlat({ type, name, function: nested, custom, input_schema: schema }: Body): boolean {
  if (typeof name !== "string" || nested !== undefined || custom !== undefined) return false;
  return type === "function" || type === "custom" || (type === undefined && isRecord(schema));
}

function chatTool({
  type,
  name,
  description,
  parameters,
  input_schema: schema,
  strict,
  format,
  ...others
}: Body): Body {
  if (type === "custom" && !isRecord(schema)) {
    return { ...others, type, custom: omitUndefined({ name, description, format: chatFormat(format) }) };
  }
  const definition = { name, description, parameters: parameters ?? schema, strict: strict ?? undefined };
  return { ...others, type: "function", function: omitUndefined(definition) };
}

function chatFormat(format: unknown): unknown {
  if (!isRecord(format) || format.type !== "grammar" || isRecord(format.grammar)) return format;
  const { syntax, definition } = format;
  return { type: "grammar", grammar: { syntax, definition } };
}
