import { isRecord } from "#lib/is-record.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { invalid, omitUndefined, textOf } from "#server/dialects/read-field.ts";
import { namedFields } from "./camel-keys.ts";
import { jsonSchemaOf, orderingOf } from "./json-schema.ts";

/** Only Google has them. */
const OF_GOOGLE = ["responseLogprobs", "logprobs", "audioTimestamp", "enableEnhancedCivicAnswers"];
/** Settings by which Vertex AI chooses the model, or how it runs: a response could cost any of their prices. */
const CHOOSING = ["routingConfig", "modelConfig"];
const CHOOSES_MODEL =
  "lets Google choose what runs and what it costs; name the model in the path, or `switchboard/auto`";
const FIELDS = new Set([
  ...OF_GOOGLE,
  ...CHOOSING,
  ...["temperature", "topP", "topK", "maxOutputTokens", "stopSequences", "seed", "presencePenalty"],
  ...["frequencyPenalty", "candidateCount", "responseMimeType", "responseSchema", "responseJsonSchema"],
  ...["thinkingConfig", "responseModalities", "imageConfig", "mediaResolution", "speechConfig"],
]);

/**
 * Returns the fields of a chat body for a `generationConfig`. Adds fields that only Google has to `only`. Throws
 * HttpError 400 for a field that cannot be carried.
 */
export function settingsOf(value: unknown, only: string[]): Body {
  if (value === undefined) return {};
  const config = namedFields(value, "generationConfig", FIELDS);
  for (const name of CHOOSING) if (config[name] !== undefined) throw invalid(`generationConfig.${name}`, CHOOSES_MODEL);
  const { candidateCount: count } = config;
  if (config.speechConfig !== undefined)
    throw invalid("generationConfig.speechConfig", "needs AUDIO in generationConfig.responseModalities");
  const ordering = orderingOf(config.responseSchema ?? config.responseJsonSchema);
  const own = { ...ownSettings(config, only), ...(ordering && { responseJsonSchema: ordering }) };
  const reasoning = reasoningOf(config.thinkingConfig);
  const showsThoughts = reasoning === undefined && wantsThoughts({ generationConfig: config });
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
    reasoning,
    modalities: modalitiesOf(config.responseModalities),
    image_config: imageOf(config.imageConfig),
    google_options: omitUndefined({
      mediaResolution: config.mediaResolution,
      thinkingConfig: showsThoughts ? { includeThoughts: true } : undefined,
      generationConfig: Object.keys(own).length > 0 ? own : undefined,
    }),
  });
}

function ownSettings(config: Body, only: string[]): Body {
  const own = Object.fromEntries(
    OF_GOOGLE.flatMap((name) => (config[name] === undefined ? [] : [[name, config[name]]])),
  );
  const { aspectRatio: _, imageSize: __, ...image } = imageConfigOf(config.imageConfig);
  if (Object.keys(image).length > 0) own.imageConfig = image;
  if (config.responseMimeType === ENUM) own.responseMimeType = ENUM;
  only.push(...Object.keys(own).map((name) => `generationConfig.${name}`));
  return config.responseMimeType === ENUM
    ? omitUndefined({ ...own, responseSchema: config.responseSchema ?? config.responseJsonSchema })
    : own;
}

/** A response that is one of the values of the schema, as plain text: no other provider has it. */
const ENUM = "text/x.enum";

function formatOf({ responseMimeType: type = "text/plain", responseSchema, responseJsonSchema }: Body) {
  const schema = responseJsonSchema ?? responseSchema;
  if (type === "text/plain" || type === ENUM) return undefined;
  if (type !== "application/json")
    throw invalid("generationConfig.responseMimeType", `must be text/plain, application/json or ${ENUM}`);
  if (schema === undefined) return { type: "json_object" };
  const name = schema === responseJsonSchema ? "responseJsonSchema" : "responseSchema";
  if (!isRecord(schema)) throw invalid(`generationConfig.${name}`, "must be an object");
  return { type: "json_schema", json_schema: { name: "response", schema: jsonSchemaOf(schema) } };
}

const THINKING = new Set(["includeThoughts", "thinkingBudget", "thinkingLevel"]);

/** Returns whether a request wants to see thoughts, whichever of Google's two spellings its fields have. */
export function wantsThoughts(given: Body): boolean {
  const config = given.generationConfig ?? given.generation_config;
  const thinking = isRecord(config) && (config.thinkingConfig ?? config.thinking_config);
  return isRecord(thinking) && (thinking.includeThoughts ?? thinking.include_thoughts) === true;
}

/**
 * Google shows thoughts without a change of effort, which other providers cannot express: that reaches Google only. A
 * budget of -1 lets the model decide.
 */
function reasoningOf(value: unknown): Body | undefined {
  if (value === undefined) return undefined;
  const { thinkingBudget, thinkingLevel } = namedFields(value, "generationConfig.thinkingConfig", THINKING);
  if (thinkingBudget === 0) return { effort: "none" };
  if (typeof thinkingBudget === "number" && thinkingBudget > 0) return { max_tokens: thinkingBudget };
  const level = textOf(thinkingLevel)?.toLowerCase();
  return level === undefined || level === "thinking_level_unspecified" ? undefined : { effort: level };
}

function modalitiesOf(value: unknown): string[] | undefined {
  if (value === undefined) return undefined;
  const modalities = Array.isArray(value) ? value.map((one) => String(one).toLowerCase()) : [];
  if (modalities.length === 0 || modalities.some((one) => one !== "text" && one !== "image"))
    throw invalid("generationConfig.responseModalities", "must be a list of TEXT and IMAGE");
  return modalities;
}

const IMAGE = new Set([
  ...["aspectRatio", "imageSize", "personGeneration", "prominentPeople", "imageOutputOptions", "outputMimeType"],
  "outputCompressionQuality",
]);

function imageConfigOf(value: unknown): Body {
  return value === undefined ? {} : namedFields(value, "generationConfig.imageConfig", IMAGE);
}

function imageOf(value: unknown): Body | undefined {
  const { aspectRatio, imageSize } = imageConfigOf(value);
  const image = omitUndefined({ aspect_ratio: aspectRatio, image_size: imageSize });
  return Object.keys(image).length > 0 ? image : undefined;
}
