import type { EmbeddingsRequest } from "#lib/contract/embeddings.ts";
import { INPUT_TYPES, mixedInputs, USUAL_TYPE } from "../cohere/embed.ts";
import { inBatches } from "../exchange/batches.ts";
import { type Block, block, list, tryParse } from "../exchange/json.ts";
import { postJson, readJson, unusableError } from "../exchange/send.ts";
import type { Embedded, Metered, UpstreamCall } from "../media.ts";
import { type EmbedPart, isMixed, partsOf, textOf } from "../requests/embed-input.ts";
import { providerInputType } from "../requests/input-type.ts";
import { count } from "../usage/tokens.ts";

const TOKENS_HEADER = "x-amzn-bedrock-input-token-count";
const MOST_COHERE_INPUTS = 96;

/** Requests embeddings from Bedrock, which has a format for each maker's models. */
export function bedrockEmbed(call: UpstreamCall<EmbeddingsRequest>): Promise<Metered<Embedded>> {
  return call.model.includes("cohere.embed") ? cohereEmbed(call) : titanEmbed(call);
}

/** https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-titan-embed-text.html: one input at a time. */
function titanEmbed(call: UpstreamCall<EmbeddingsRequest>): Promise<Metered<Embedded>> {
  const { input, dimensions } = call.request;
  return inBatches(partsOf(input).map(textOf), 1, async ([inputText]) => {
    const { json, tokens } = await invoke(call, { ...call.options, inputText, ...(dimensions && { dimensions }) });
    return metered(json, [json.embedding], 1, count(json.inputTextTokenCount) || tokens);
  });
}

/** https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-embed.html */
async function cohereEmbed(call: UpstreamCall<EmbeddingsRequest>): Promise<Metered<Embedded>> {
  const { input, input_type, dimensions } = call.request;
  const { word, note } = providerInputType(input_type, INPUT_TYPES);
  const shared = {
    ...call.options,
    input_type: word ?? USUAL_TYPE,
    embedding_types: ["float"],
    ...(dimensions && { output_dimension: dimensions }),
  };
  const response = await inBatches(partsOf(input), MOST_COHERE_INPUTS, async (batch) => {
    const { json, tokens } = await invoke(call, { ...shared, ...(await contentOf(batch, call.load)) });
    // The count does not separate images, which have a price of their own.
    return metered(json, list(block(json.embeddings).float), batch.length, isMixed(batch) ? 0 : tokens);
  });
  return { ...response, ...(note && { notes: [note] }) };
}

async function contentOf(batch: EmbedPart[][], load: UpstreamCall<unknown>["load"]) {
  return isMixed(batch) ? { inputs: await mixedInputs(batch, load) } : { texts: batch.map(textOf) };
}

/** Bedrock counts the tokens of every model's input in a header. */
async function invoke(call: UpstreamCall<unknown>, body: Block): Promise<{ json: Block; tokens: number }> {
  const response = await postJson(call, `/model/${encodeURIComponent(call.model)}/invoke`, {}, body);
  const tokens = count(tryParse(response.headers.get(TOKENS_HEADER) ?? ""));
  return { json: await readJson(response), tokens };
}

function metered(json: Block, vectors: unknown[], expectedCount: number, tokens: number): Metered<Embedded> {
  if (vectors.length !== expectedCount || !vectors.every(isVector)) throw unusableError(json);
  return {
    result: { vectors },
    ...(tokens > 0 && { usage: { input_tokens: tokens }, rawUsage: { inputTokens: tokens } }),
  };
}

function isVector(value: unknown): value is number[] {
  return Array.isArray(value) && typeof value[0] === "number";
}
