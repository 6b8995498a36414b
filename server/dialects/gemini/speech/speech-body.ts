import { isRecord } from "#lib/is-record.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { invalid, listAt, omitUndefined, recordAt, stringAt } from "#server/dialects/read-field.ts";
import { arrayAt, namedFields } from "../request/camel-keys.ts";
import { GATEWAY } from "../request/gateway-names.ts";

const FIELDS = new Set([
  ...["contents", "systemInstruction", "generationConfig", "safetySettings", "labels", "model"],
  ...GATEWAY,
]);
const CONFIG = new Set([
  ...["responseModalities", "speechConfig", "temperature", "topP", "topK", "maxOutputTokens", "stopSequences", "seed"],
  ...["presencePenalty", "frequencyPenalty", "candidateCount", "responseMimeType", "thinkingConfig"],
]);
const CONTENT = new Set(["role", "parts"]);
const PART = new Set(["text", "speechMetadata", "thought"]);

/** Returns whether a Gemini request wants speech instead of text. */
export function asksForSpeech(given: Body): boolean {
  const config = given.generationConfig ?? given.generation_config;
  const modalities = isRecord(config) ? (config.responseModalities ?? config.response_modalities) : undefined;
  return Array.isArray(modalities) && modalities.some((one) => String(one).toUpperCase() === "AUDIO");
}

/**
 * Returns a Gemini request for speech with Google's names of its fields, as it is sent to Google's models. Throws
 * HttpError 400 for a field that no speech model reads, which could cost money or hide a text, and for content that is
 * not text.
 */
export function speechBodyOf(given: Body, model: string, stream: boolean): Body {
  const body = namedFields(given, "", FIELDS);
  const generationConfig = namedFields(body.generationConfig, "generationConfig", CONFIG);
  if (listAt(generationConfig.responseModalities, "generationConfig.responseModalities").length > 1)
    throw invalid("generationConfig.responseModalities", "must be AUDIO alone, or a list of TEXT and IMAGE");
  if ((generationConfig.candidateCount ?? 1) !== 1)
    throw invalid("generationConfig.candidateCount", "must be 1 for speech");
  if (generationConfig.speechConfig !== undefined)
    recordAt(generationConfig.speechConfig, "generationConfig.speechConfig");
  const contents = arrayAt(body.contents, "contents").map((one, index) => contentOf(one, `contents[${index}]`));
  if (contents.every(({ parts }) => parts.length === 0)) throw invalid("contents", "must have a text");
  const { systemInstruction: instruction } = body;
  return omitUndefined({
    ...body,
    model,
    contents,
    systemInstruction: instruction === undefined ? undefined : contentOf(instruction, "systemInstruction"),
    generationConfig,
    ...(stream && { stream: true }),
  });
}

/** Vertex AI requires the role. */
function contentOf(value: unknown, path: string): { role: unknown; parts: Body[] } {
  const { role = "user", parts = [] } = namedFields(value, path, CONTENT);
  return { role, parts: arrayAt(parts, `${path}.parts`).map((part, index) => partOf(part, `${path}.parts[${index}]`)) };
}

function partOf(value: unknown, path: string): Body {
  const part = namedFields(value, path, PART);
  stringAt(part.text, `${path}.text`);
  if (part.speechMetadata !== undefined) recordAt(part.speechMetadata, `${path}.speechMetadata`);
  return part;
}
