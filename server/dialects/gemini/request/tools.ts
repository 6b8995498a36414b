import type { Body } from "#server/dialects/dialect.ts";
import { invalid, listAt, omitUndefined, stringAt } from "#server/dialects/read-field.ts";
import { namedFields } from "./camel-keys.ts";
import { jsonSchemaOf } from "./json-schema.ts";

const TOOLS = new Set(["functionDeclarations", "googleSearch", "googleSearchRetrieval"]);
const FUNCTION = new Set(["name", "description", "parameters", "parametersJsonSchema"]);

/** Returns the tools of a chat body. Throws HttpError 400 for a tool that only Google runs. */
export function toolsOf(value: unknown): Body[] | undefined {
  if (value === undefined) return undefined;
  const tools = listAt(value, "tools").flatMap((tool, index) => {
    const path = `tools[${index}]`;
    const { functionDeclarations = [], ...search } = namedFields(tool, path, TOOLS);
    const functions = listAt(functionDeclarations, `${path}.functionDeclarations`);
    return [
      ...functions.map((one, at) => functionOf(one, `${path}.functionDeclarations[${at}]`)),
      ...(Object.keys(search).length > 0 ? [{ type: "web_search" }] : []),
    ];
  });
  return tools.length > 0 ? tools : undefined;
}

function functionOf(value: unknown, path: string): Body {
  const { name, description, parameters, parametersJsonSchema } = namedFields(value, path, FUNCTION);
  const schema = parametersJsonSchema ?? (parameters === undefined ? undefined : jsonSchemaOf(parameters));
  const definition = { name: stringAt(name, `${path}.name`), description, parameters: schema };
  return { type: "function", function: omitUndefined(definition) };
}

const CALLING = new Set(["mode", "allowedFunctionNames"]);

export function toolChoiceOf(value: unknown): unknown {
  if (value === undefined) return undefined;
  const { functionCallingConfig } = namedFields(value, "toolConfig", new Set(["functionCallingConfig"]));
  if (functionCallingConfig === undefined) return undefined;
  const path = "toolConfig.functionCallingConfig";
  const { mode = "AUTO", allowedFunctionNames: names = [] } = namedFields(functionCallingConfig, path, CALLING);
  const allowed = listAt(names, `${path}.allowedFunctionNames`);
  const required = MODES.get(mode);
  if (required === undefined) throw invalid(`${path}.mode`, "must be AUTO, ANY, NONE or VALIDATED");
  if (allowed.length === 0 || required === "none") return required;
  const tools = allowed.map((name) => ({ type: "function", function: { name } }));
  return required === "required" && tools.length === 1
    ? tools[0]
    : { type: "allowed_tools", allowed_tools: { mode: required, tools } };
}

const MODES = new Map<unknown, string>([
  ["MODE_UNSPECIFIED", "auto"],
  ["AUTO", "auto"],
  ["VALIDATED", "auto"],
  ["ANY", "required"],
  ["NONE", "none"],
]);
