import type { Body } from "#server/dialects/dialect.ts";
import { invalid, omitUndefined, textOf } from "#server/dialects/read-field.ts";
import { namedFields } from "./camel-keys.ts";
import { jsonSchemaOf } from "./json-schema.ts";

const FIELDS = new Set([
  ...["temperature", "topP", "topK", "maxOutputTokens", "stopSequences", "seed", "presencePenalty"],
  ...["frequencyPenalty", "candidateCount", "responseMimeType", "responseSchema", "responseJsonSchema"],
  ...["thinkingConfig", "responseModalities", "imageConfig", "mediaResolution"],
]);

/** Returns the fields of a chat body for a `generationConfig`. Throws HttpError 400 for a field that chat cannot carry. */
export function settingsOf(value: unknown): Body {
  if (value === undefined) return {};
  const config = namedFields(value, "generationConfig", FIELDS);
  const { candidateCount: count } = config;
  return omitUndefined({
    temperature: config.temperature,
    top_p: config.topP,
    top_k: config.topK,
    max_tokens: config.maxOutputTokens,
    stop: config.stopSequences,
    seed: config.seed,
    presence_penalty: config.presencePenalty,
    frequency_penalty: config.frequencyPenalty,
    n: count === undefined || count === 1 ? undefined : count,
    response_format: formatOf(config),
    ...reasoningOf(config.thinkingConfig),
    modalities: modalitiesOf(config.responseModalities),
    image_config: imageOf(config.imageConfig),
    google_options: config.mediaResolution && { mediaResolution: config.mediaResolution },
  });
}

function formatOf({ responseMimeType: type = "text/plain", responseSchema, responseJsonSchema }: Body) {
  const schema = responseJsonSchema ?? responseSchema;
  if (type === "text/plain") return undefined;
  if (type !== "application/json")
    throw invalid("generationConfig.responseMimeType", "must be text/plain or application/json");
  if (schema === undefined) return { type: "json_object" };
  return { type: "json_schema", json_schema: { name: "response", schema: jsonSchemaOf(schema) } };
}

const THINKING = new Set(["includeThoughts", "thinkingBudget", "thinkingLevel"]);

/** Returns whether a request wants to see thoughts. */
export function wantsThoughts({ generationConfig }: Body): boolean {
  const { thinkingConfig } = (generationConfig ?? {}) as Body;
  return (thinkingConfig as Body | undefined)?.includeThoughts === true;
}

/**
 * Google shows thoughts without a change of effort, which other vendors cannot express: that reaches Google only. A
 * budget of -1 lets the model decide.
 */
function reasoningOf(value: unknown): Body {
  if (value === undefined) return {};
  const { includeThoughts, thinkingBudget, thinkingLevel } = namedFields(
    value,
    "generationConfig.thinkingConfig",
    THINKING,
  );
  if (thinkingBudget === 0) return { reasoning: { effort: "none" } };
  if (typeof thinkingBudget === "number" && thinkingBudget > 0) return { reasoning: { max_tokens: thinkingBudget } };
  const level = textOf(thinkingLevel)?.toLowerCase();
  if (level !== undefined && level !== "thinking_level_unspecified") return { reasoning: { effort: level } };
  return includeThoughts === true ? { google_options: { thinkingConfig: { includeThoughts: true } } } : {};
}

function modalitiesOf(value: unknown): string[] | undefined {
  if (value === undefined) return undefined;
  const modalities = Array.isArray(value) ? value.map((one) => String(one).toLowerCase()) : [];
  if (modalities.length === 0 || modalities.some((one) => one !== "text" && one !== "image"))
    throw invalid("generationConfig.responseModalities", "must be a list of TEXT and IMAGE");
  return modalities;
}

function imageOf(value: unknown): Body | undefined {
  if (value === undefined) return undefined;
  const { aspectRatio, imageSize } = namedFields(
    value,
    "generationConfig.imageConfig",
    new Set(["aspectRatio", "imageSize"]),
  );
  return omitUndefined({ aspect_ratio: aspectRatio, image_size: imageSize });
}
