import type { EmbeddingsRequest } from "#lib/contract/embeddings.ts";
import { inBatches } from "../exchange/batches.ts";
import { type Block, block, list } from "../exchange/json.ts";
import { blockOf, postJson, readJson, unusableError } from "../exchange/send.ts";
import type { Embedded, Metered, UpstreamCall } from "../media.ts";
import { type EmbedPart, partsOf, unsupportedInput } from "../requests/embed-input.ts";
import { providerInputType } from "../requests/input-type.ts";
import { registeredType } from "../requests/media-type.ts";
import { count, split } from "../usage/tokens.ts";
import type { Usage } from "../usage/usage.ts";

const MOST_INPUTS = 100;
export const TASKS = {
  query: "RETRIEVAL_QUERY",
  document: "RETRIEVAL_DOCUMENT",
  classification: "CLASSIFICATION",
  clustering: "CLUSTERING",
  similarity: "SEMANTIC_SIMILARITY",
  "code-query": "CODE_RETRIEVAL_QUERY",
} as const;

/**
 * Requests embeddings from Gemini: one vector for each input, whose parts may be text, images, audio, video or
 * documents.
 */
export async function googleEmbed(call: UpstreamCall<EmbeddingsRequest>): Promise<Metered<Embedded>> {
  const { request, options, model, credential } = call;
  const { input, input_type, dimensions, encoding_format: _, user: __, model: ___, ...rest } = request;
  const { word, note } = taskOf(input_type, model);
  const shared = {
    ...options,
    ...rest,
    model: `models/${model}`,
    ...(word && { taskType: word }),
    ...(dimensions && { outputDimensionality: dimensions }),
  };
  const path = `/v1beta/models/${encodeURIComponent(model)}:batchEmbedContents`;
  const response = await inBatches(partsOf(input), MOST_INPUTS, async (batch) => {
    const contents = await Promise.all(
      batch.map((parts) => Promise.all(parts.map((part) => toGeminiPart(part, call.load)))),
    );
    const requests = contents.map((parts) => ({ ...shared, content: { parts } }));
    return resultOf(
      await readJson(await postJson(call, path, { "x-goog-api-key": credential }, { requests })),
      batch.length,
    );
  });
  return { ...response, ...(note && { notes: [note] }) };
}

/**
 * Returns the task type as a field or as text before the input: the second model takes it in the text and rejects the
 * field.
 */
function taskOf(inputType: EmbeddingsRequest["input_type"], model: string) {
  if (inputType && /^gemini-embedding-2/.test(model))
    return { note: "input_type: dropped (not supported by the model)" };
  return providerInputType(inputType, TASKS);
}

/** Returns one part of an input; files are sent as their content. */
export async function toGeminiPart(part: EmbedPart, load: UpstreamCall<unknown>["load"]): Promise<Block> {
  if (part.type === "text") return { text: part.text };
  if (part.type === "image_url") return inline(part.image_url.url, "image/png", load);
  if (part.type === "input_audio") {
    const { data, format } = part.input_audio;
    return { inlineData: { mimeType: `audio/${format ?? "mp3"}`, data } };
  }
  const source: Block = part.type === "input_video" ? part.input_video : part.input_file;
  const url = [source.url, source.video_url, source.file_url, source.file_data].find(
    (value) => typeof value === "string",
  );
  if (typeof url !== "string") throw unsupportedInput("files only by URL or as data URLs");
  return inline(url, part.type === "input_video" ? "video/mp4" : "application/pdf", load);
}

const DATA_URL = /^data:([^;,]{0,100})(?:;[^;,]{0,100}){0,4};base64,/i;

async function inline(url: string, usualType: string, load: UpstreamCall<unknown>["load"]): Promise<Block> {
  const [head, told] = DATA_URL.exec(url.slice(0, 600)) ?? [];
  if (head !== undefined)
    return { inlineData: { mimeType: registeredType(told || usualType), data: url.slice(head.length) } };
  const { mediaType, data } = await load(url);
  return {
    inlineData: { mimeType: registeredType(mediaType ?? usualType), data: Buffer.from(data).toString("base64") },
  };
}

/** Reads a response of the Gemini API, or of Vertex AI to a single input. */
export function resultOf(response: Block, expectedCount: number): Metered<Embedded> {
  const vectors = list(response.embeddings ?? [response.embedding]).map((embedding) => block(embedding).values);
  if (vectors.length !== expectedCount || !vectors.every(isVector)) throw unusableError(response);
  const rawUsage = blockOf(response, "usageMetadata");
  const usage = rawUsage && usageOf(rawUsage);
  return { result: { vectors }, ...(usage && { usage }), ...(rawUsage && { rawUsage }) };
}

function isVector(value: unknown): value is number[] {
  return Array.isArray(value) && typeof value[0] === "number";
}

/**
 * Returns the usage; undefined if nothing was counted. The API has used two names for the details. Video and documents
 * cost the same as text.
 */
function usageOf(raw: Block): Usage | undefined {
  const details = list(raw.promptTokenDetails ?? raw.promptTokensDetails).map(block);
  const of = (modality: string) =>
    details.reduce((sum, entry) => sum + (entry.modality === modality ? count(entry.tokenCount) : 0), 0);
  const { image, audio, rest } = split(count(raw.promptTokenCount), { image: of("IMAGE"), audio: of("AUDIO") });
  if (image + audio + rest === 0) return undefined;
  return {
    input_tokens: rest,
    ...(image > 0 && { input_image_tokens: image }),
    ...(audio > 0 && { input_audio_tokens: audio }),
  };
}
