import type { EmbeddingsRequest } from "#lib/contract/embeddings.ts";
import { inBatches } from "../exchange/batches.ts";
import { type Block, block, list } from "../exchange/json.ts";
import { blockOf, postJson, readJson, unusableError } from "../exchange/send.ts";
import type { Embedded, Metered, UpstreamCall } from "../media.ts";
import { bearer } from "../openai/bearer.ts";
import { type EmbedPart, isMixed, partsOf, textOf, unsupportedInput } from "../requests/embed-input.ts";
import { providerInputType } from "../requests/input-type.ts";
import { count } from "../usage/tokens.ts";
import type { Usage } from "../usage/usage.ts";
import { cohereAddress } from "./address.ts";

const MOST_INPUTS = 96;
/** Cohere's words for what an embedding is for. */
export const INPUT_TYPES = {
  query: "search_query",
  document: "search_document",
  classification: "classification",
  clustering: "clustering",
  similarity: "clustering",
  "code-query": "search_query",
} as const;
/** Cohere requires an input type. Most texts are embedded so that they can be searched. */
export const USUAL_TYPE = "search_document";

/** Requests embeddings from Cohere, version 2: texts, and for its newer models texts and images together. */
export async function cohereEmbed(call: UpstreamCall<EmbeddingsRequest>): Promise<Metered<Embedded>> {
  const { request, options, model, credential } = call;
  const { input, input_type, dimensions, encoding_format: _, user: __, ...rest } = request;
  const target = { ...call, baseUrl: cohereAddress(call.baseUrl) };
  const { word, note } = providerInputType(input_type, INPUT_TYPES);
  const shared = {
    ...options,
    ...rest,
    model,
    input_type: word ?? USUAL_TYPE,
    embedding_types: ["float"],
    ...(dimensions && { output_dimension: dimensions }),
  };
  const answer = await inBatches(partsOf(input), MOST_INPUTS, async (batch) => {
    const content = isMixed(batch) ? { inputs: await mixedInputs(batch, call.load) } : { texts: batch.map(textOf) };
    const response = await readJson(await postJson(target, "/v2/embed", bearer(credential), { ...shared, ...content }));
    return resultOf(response, batch.length);
  });
  return { ...answer, ...(note && { notes: [note] }) };
}

/** Returns inputs of texts and images in Cohere's form. Rejects for other parts. */
export function mixedInputs(batch: EmbedPart[][], load: UpstreamCall<unknown>["load"]) {
  return Promise.all(
    batch.map(async (parts) => ({ content: await Promise.all(parts.map((part) => toCoherePart(part, load))) })),
  );
}

/** Images are accepted only as data URLs. */
async function toCoherePart(part: EmbedPart, load: UpstreamCall<unknown>["load"]): Promise<Block> {
  if (part.type === "text") return { type: "text", text: part.text };
  if (part.type !== "image_url") throw unsupportedInput("only text and images");
  const { url } = part.image_url;
  if (url.startsWith("data:")) return { type: "image_url", image_url: { url } };
  const { mediaType = "image/png", data } = await load(url);
  return { type: "image_url", image_url: { url: `data:${mediaType};base64,${Buffer.from(data).toString("base64")}` } };
}

function resultOf(response: Block, expectedCount: number): Metered<Embedded> {
  const vectors = list(block(response.embeddings).float);
  if (vectors.length !== expectedCount || !vectors.every(isVector)) throw unusableError(response);
  const rawUsage = blockOf(response, "meta");
  const usage = rawUsage && billedOf(block(rawUsage.billed_units));
  return {
    result: { vectors },
    ...(usage && { usage }),
    ...(rawUsage && { rawUsage }),
    ...(typeof response.id === "string" && { upstreamId: response.id }),
  };
}

function isVector(value: unknown): value is number[] {
  return Array.isArray(value) && typeof value[0] === "number";
}

function billedOf({ input_tokens: text, image_tokens: image }: Block): Usage | undefined {
  const [texts, images] = [count(text), count(image)];
  if (texts + images === 0) return undefined;
  return { input_tokens: texts, ...(images > 0 && { input_image_tokens: images }) };
}
