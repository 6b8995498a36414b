import { isRecord } from "#lib/is-record.ts";
import type { Body } from "../dialect.ts";
import { omitUndefined, recordsOf, textOf } from "../read-field.ts";
import type { Target } from "../target.ts";
import { hasBucketFiles } from "./bucket-files.ts";

/** The tools that Google runs and that have no neutral form, by their types in a chat body. */
export const GOOGLE_TOOLS: Readonly<Record<string, string>> = {
  code_execution: "codeExecution",
  url_context: "urlContext",
  google_maps: "googleMaps",
  google_file_search: "fileSearch",
};

/** Settings that only Google has. Not those that cost money beyond the reservation. */
const CONFIG = [
  ...["responseLogprobs", "logprobs", "audioTimestamp", "enableEnhancedCivicAnswers", "imageConfig"],
  ...["responseJsonSchema", "responseMimeType", "responseSchema"],
];
/** The `tool_choice` of a chat body for calls that match their schemas: Google's mode of the same name. */
export const VALIDATED = "validated";
const VALIDATED_CALLS = { functionCallingConfig: { mode: "VALIDATED" } };

const TOOL_CONFIG = ["functionCallingConfig", "retrievalConfig", "includeServerSideToolInvocations"];
/** Vertex AI, which rejects the setting, combines tools without it (https://github.com/vercel/ai/issues/14655). */
const NOT_AT_VERTEX = "includeServerSideToolInvocations";

/** Fields of a function that only Google has: what it returns, and whether the model waits for it. */
export const FUNCTION_FIELDS: readonly string[] = ["response", "responseJsonSchema", "behavior"];

/** How Google got a function's result: as the only text of this field, or as any object, which chat has as JSON. */
export type ResultForm = "output" | "result" | "json";

/**
 * Fields of `google_options` that only say how a request in Google's form was written, so that no other provider needs
 * them.
 */
export const OF_FORM: readonly string[] = ["only", "results", "cachedTurns"];

/** Returns the number of user messages at the start of a chat body that were cached content of the gateway. */
export function cachedTurnsIn({ google_options: options }: Body): number {
  const { cachedTurns } = isRecord(options) ? options : {};
  return typeof cachedTurns === "number" ? cachedTurns : 0;
}

/** Returns the field of a chat body that lists what no other provider's model can do, by Google's names. */
export function onlyForGoogle({ google_options: options }: Body): readonly string[] {
  const { only } = isRecord(options) ? options : {};
  return Array.isArray(only) ? only.filter((name) => typeof name === "string") : [];
}

/** The field that names what a provider key stores at Google, and the id of the provider that has it. */
export type StoredName = { field: string; provider: string };

/**
 * Returns what a chat body uses of what a provider key stores at Google. `google_options.files`: the fields of a
 * request in Google's form that name files.
 */
export function storedAtGoogle(body: Body): StoredName[] {
  const { google_options: options, tools } = body;
  const { cachedContent, files } = isRecord(options) ? options : {};
  const hasSearch = recordsOf(tools).some(({ type, google }) => type === "google_file_search" && isRecord(google));
  const isVertex = typeof cachedContent === "string" && cachedContent.startsWith("projects/");
  const atGoogle = [...(Array.isArray(files) ? files.map(String) : []), ...(hasSearch ? ["fileSearch"] : [])];
  return [
    ...(cachedContent === undefined
      ? []
      : [{ field: "cachedContent", provider: isVertex ? "google-vertex" : "google" }]),
    ...atGoogle.map((field) => ({ field, provider: "google" })),
    ...(hasBucketFiles(body)
      ? bucketFields(body, atGoogle).map((field) => ({ field, provider: "google-vertex" }))
      : []),
  ];
}

/** Returns the fields that name objects of Cloud Storage: those of a request in Google's form, or chat's name of them. */
function bucketFields(body: Body, files: readonly string[]): string[] {
  const named = onlyForGoogle(body).filter((name) => name.endsWith(".fileUri") && !files.includes(name));
  return named.length > 0 ? named : ["file_url"];
}

/** Returns whether a chat body continues a prompt that Google stores. */
export function hasCachedContent({ google_options: options }: Body): boolean {
  return isRecord(options) && options.cachedContent !== undefined;
}

/**
 * Returns whether a tool of a chat body is one of Google's: a web search of a request in Google's form is one there.
 */
export function isGoogleTool({ type, google }: Body): boolean {
  return isRecord(google) && googleName(type) !== undefined;
}

function googleName(type: unknown): string | undefined {
  return type === "web_search" ? "googleSearch" : GOOGLE_TOOLS[String(type)];
}

/**
 * Returns the fields of Google's request body that its SDK package has no options for; undefined if there are none.
 * `functions`: further fields of functions, by name. `results`: the forms of functions' results, by the ids of the
 * calls. Notes what the target rejects.
 */
export function googleRequest(
  { google_options: given, tools, tool_choice: choice }: Body,
  { provider, notes }: Pick<Target, "provider" | "notes">,
): Body | undefined {
  const options = isRecord(given) ? given : {};
  const isRejected =
    provider === "google-vertex" && isRecord(options.toolConfig) && NOT_AT_VERTEX in options.toolConfig;
  if (isRejected) notes.add(`toolConfig.${NOT_AT_VERTEX}: dropped`);
  // Google's models name wrong places in the pieces, so that arguments come out wrong: decisions/clouds.md.
  if (options.streamFunctionCallArguments === true) notes.add("streamFunctionCallArguments: dropped");
  const settings = isRejected ? TOOL_CONFIG.filter((name) => name !== NOT_AT_VERTEX) : TOOL_CONFIG;
  const own = recordsOf(tools).filter(isGoogleTool);
  const request: Body = omitUndefined<Body>({
    safetySettings: options.safetySettings,
    cachedContent: textOf(options.cachedContent),
    generationConfig: picked(options.generationConfig, CONFIG),
    toolConfig: choice === VALIDATED ? VALIDATED_CALLS : picked(options.toolConfig, settings),
    tools: own.length > 0 ? own.map(({ type, google }) => ({ [googleName(type) as string]: google })) : undefined,
  });
  const functions = recordsOf(tools).flatMap(functionFields);
  if (functions.length > 0) request.functions = Object.fromEntries(functions);
  if (isRecord(options.results)) request.results = options.results;
  return Object.keys(request).length > 0 ? request : undefined;
}

function functionFields({ type, function: definition, google }: Body): [string, Body][] {
  const fields = type === "function" ? picked(google, FUNCTION_FIELDS) : undefined;
  return fields && isRecord(definition) && typeof definition.name === "string" ? [[definition.name, fields]] : [];
}

function picked(value: unknown, names: readonly string[]): Body | undefined {
  if (!isRecord(value)) return undefined;
  const fields = Object.entries(value).filter(([name]) => names.includes(name));
  return fields.length > 0 ? Object.fromEntries(fields) : undefined;
}
