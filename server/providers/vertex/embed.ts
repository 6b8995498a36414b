import type { EmbeddingsRequest } from "#lib/contract/embeddings.ts";
import { inBatches } from "../exchange/batches.ts";
import { type Block, block, list } from "../exchange/json.ts";
import { postJson, readJson, unusableError } from "../exchange/send.ts";
import { resultOf as googleResult, TASKS, toGeminiPart } from "../google/embed.ts";
import type { Embedded, Metered, UpstreamCall } from "../media.ts";
import { partsOf, textOf } from "../requests/embed-input.ts";
import { providerInputType } from "../requests/input-type.ts";
import { count } from "../usage/tokens.ts";

/** Requests embeddings from Vertex AI, which has another method for Gemini's models from the second onward. */
export function vertexEmbed(call: UpstreamCall<EmbeddingsRequest>): Promise<Metered<Embedded>> {
  return /^gemini-embedding-(?!0)/.test(call.model) ? embedContent(call) : predict(call);
}

/** One input at a time, as https://github.com/googleapis/js-genai sends it (`embedContentConfigToVertex`). */
async function embedContent(call: UpstreamCall<EmbeddingsRequest>): Promise<Metered<Embedded>> {
  const { request, options, model, load } = call;
  const embedContentConfig = {
    ...block(options.embedContentConfig),
    ...(request.dimensions && { outputDimensionality: request.dimensions }),
  };
  const path = `/v1beta/models/${encodeURIComponent(model)}:embedContent`;
  const answer = await inBatches(partsOf(request.input), 1, async ([input = []]) => {
    const parts = await Promise.all(input.map((part) => toGeminiPart(part, load)));
    return googleResult(await readJson(await postJson(call, path, {}, { content: { parts }, embedContentConfig })), 1);
  });
  const note = request.input_type && "input_type: dropped (not supported by the model)";
  return { ...answer, ...(note && { notes: [note] }) };
}

/** https://docs.cloud.google.com/vertex-ai/generative-ai/docs/model-reference/text-embeddings-api */
async function predict(call: UpstreamCall<EmbeddingsRequest>): Promise<Metered<Embedded>> {
  const { request, options, model } = call;
  const { word, note } = providerInputType(request.input_type, TASKS);
  const parameters = {
    ...block(options.parameters),
    ...(request.dimensions && { outputDimensionality: request.dimensions }),
  };
  // Gemini's models take one input at a time.
  const size = model.startsWith("gemini-") ? 1 : 100;
  const answer = await inBatches(partsOf(request.input).map(textOf), size, async (batch) => {
    const instances = batch.map((content) => ({ content, ...(word && { task_type: word }) }));
    const path = `/v1beta/models/${encodeURIComponent(model)}:predict`;
    const response = await readJson(await postJson(call, path, {}, { instances, parameters }));
    return resultOf(response, batch.length, BILLS_CHARACTERS.test(model));
  });
  return { ...answer, ...(note && { notes: [note] }) };
}

/** Models older than Gemini's: https://cloud.google.com/vertex-ai/generative-ai/pricing#embedding-models */
const BILLS_CHARACTERS = /^text-/;

function resultOf(response: Block, expectedCount: number, billsCharacters: boolean): Metered<Embedded> {
  const embeddings = list(response.predictions).map((prediction) => block(block(prediction).embeddings));
  const vectors = embeddings.map(({ values }) => values);
  if (vectors.length !== expectedCount || !vectors.every(isVector)) throw unusableError(response);
  const tokens = embeddings.reduce((sum, { statistics }) => sum + count(block(statistics).token_count), 0);
  const characters = count(block(response.metadata).billableCharacterCount);
  const rawUsage = { token_count: tokens, ...(characters > 0 && { billable_character_count: characters }) };
  if (billsCharacters)
    return { result: { vectors, tokens }, ...(characters > 0 && { usage: { characters }, rawUsage }) };
  return { result: { vectors }, ...(tokens > 0 && { usage: { input_tokens: tokens }, rawUsage }) };
}

function isVector(value: unknown): value is number[] {
  return Array.isArray(value) && typeof value[0] === "number";
}
