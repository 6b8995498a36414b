import { isRecord } from "#lib/is-record.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { invalid, listAt, omitUndefined, recordAt, stringAt } from "#server/dialects/read-field.ts";
import { FUNCTION_FIELDS, GOOGLE_TOOLS } from "#server/dialects/request/google-request.ts";
import { arrayAt, namedFields } from "./camel-keys.ts";
import { jsonSchemaOf } from "./json-schema.ts";

/** The tools that only Google runs, by Google's names. */
const OF_GOOGLE = new Map(Object.entries(GOOGLE_TOOLS).map(([type, name]) => [name, type]));
const TOOLS = new Set(["functionDeclarations", "googleSearch", "googleSearchRetrieval", ...OF_GOOGLE.keys()]);
const FUNCTION = new Set(["name", "description", "parameters", "parametersJsonSchema", ...FUNCTION_FIELDS]);

/**
 * Returns the tools of a chat body. Adds those that only Google runs to `only`. Throws HttpError 400 for a tool that
 * uses what a key stores at Google, and for an unknown one.
 */
export function toolsOf(value: unknown, only: string[]): Body[] | undefined {
  if (value === undefined) return undefined;
  const tools = arrayAt(value, "tools").flatMap((tool, index) => {
    const path = `tools[${index}]`;
    const { functionDeclarations = [], googleSearch, googleSearchRetrieval, ...own } = namedFields(tool, path, TOOLS);
    const functions = arrayAt(functionDeclarations, `${path}.functionDeclarations`);
    return [
      ...functions.map((one, at) => functionOf(one, `${path}.functionDeclarations[${at}]`, only)),
      ...(googleSearch || googleSearchRetrieval ? [searchOf(googleSearch)] : []),
      ...Object.entries(own).map(([name, settings]) => {
        only.push(`${path}.${name}`);
        return { type: OF_GOOGLE.get(name), google: recordAt(settings, `${path}.${name}`) };
      }),
    ];
  });
  return tools.length > 0 ? tools : undefined;
}

/** Returns a web search, which other providers run too. Its settings are Google's, for example a range of time. */
function searchOf(settings: unknown): Body {
  return { type: "web_search", google: isRecord(settings) ? settings : {} };
}

function functionOf(value: unknown, path: string, only: string[]): Body {
  const { name, description, parameters, parametersJsonSchema, ...own } = namedFields(value, path, FUNCTION);
  const schema = parametersJsonSchema ?? (parameters === undefined ? undefined : jsonSchemaOf(parameters));
  const definition = { name: stringAt(name, `${path}.name`), description, parameters: schema };
  only.push(...Object.keys(own).map((field) => `${path}.${field}`));
  return { type: "function", function: omitUndefined(definition), ...(Object.keys(own).length > 0 && { google: own }) };
}

const STREAMING = "streamFunctionCallArguments";
const CALLING = new Set(["mode", "allowedFunctionNames", STREAMING]);
const CALLING_PATH = "toolConfig.functionCallingConfig";

const TOOL_CONFIG = new Set(["functionCallingConfig", "retrievalConfig", "includeServerSideToolInvocations"]);

/**
 * Returns the settings of tools that `tool_choice` cannot express, for Google. Adds to `only` those that other
 * providers cannot ignore, because they change the response.
 */
export function toolConfigOf(value: unknown, only: string[]): Body | undefined {
  if (value === undefined) return undefined;
  const { functionCallingConfig: calling, ...others } = namedFields(value, "toolConfig", TOOL_CONFIG);
  if (others.retrievalConfig !== undefined) only.push("toolConfig.retrievalConfig");
  const isValidated = isRecord(calling) && modeOf(calling.mode) === "VALIDATED";
  const config = { ...others, ...(isValidated && { functionCallingConfig: { mode: "VALIDATED" } }) };
  return Object.keys(config).length > 0 ? config : undefined;
}

/** Returns true if a request wants the arguments of calls in Google's pieces; calls are sent whole all the same. */
export function wantsPieces(value: unknown): true | undefined {
  const wanted = callingOf(value)?.[STREAMING];
  if (wanted !== undefined && typeof wanted !== "boolean")
    throw invalid(`${CALLING_PATH}.${STREAMING}`, "must be true or false");
  return wanted || undefined;
}

function callingOf(value: unknown): Body | undefined {
  if (value === undefined) return undefined;
  const { functionCallingConfig: calling } = namedFields(value, "toolConfig", TOOL_CONFIG);
  return calling === undefined ? undefined : namedFields(calling, CALLING_PATH, CALLING);
}

export function toolChoiceOf(value: unknown): unknown {
  const calling = callingOf(value);
  if (calling === undefined) return undefined;
  const { mode = "AUTO", allowedFunctionNames: names = [] } = calling;
  const allowed = listAt(names, `${CALLING_PATH}.allowedFunctionNames`);
  const required = MODES.get(modeOf(mode));
  if (required === undefined) throw invalid(`${CALLING_PATH}.mode`, "must be AUTO, ANY, NONE or VALIDATED");
  if (allowed.length === 0 || required === "none") return required;
  const tools = allowed.map((name) => ({ type: "function", function: { name } }));
  return required === "required" && tools.length === 1
    ? tools[0]
    : { type: "allowed_tools", allowed_tools: { mode: required, tools } };
}

/** Returns a mode in upper case: Google reads it in any case. */
function modeOf(mode: unknown): unknown {
  return typeof mode === "string" ? mode.toUpperCase() : mode;
}

const MODES = new Map<unknown, string>([
  ["MODE_UNSPECIFIED", "auto"],
  ["AUTO", "auto"],
  ["VALIDATED", "auto"],
  ["ANY", "required"],
  ["NONE", "none"],
]);
