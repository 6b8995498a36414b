import type { EmbeddingsRequest } from "#lib/contract/embeddings.ts";
import { type Block, block, list } from "../exchange/json.ts";
import { blockOf, postJson, readJson } from "../exchange/send.ts";
import type { Embedded, Metered, UpstreamCall } from "../media.ts";
import { bearer } from "../openai/bearer.ts";
import { vectorsOf } from "../openai/vectors.ts";
import { type EmbedPart, isMixed, partsOf, textOf, unsupportedInput } from "../requests/embed-input.ts";
import { providerInputType } from "../requests/input-type.ts";
import { count } from "../usage/tokens.ts";
import type { Usage } from "../usage/usage.ts";

const WORDS = { query: "query", document: "document", "code-query": "query" } as const;
const PIXELS_A_MEGAPIXEL = 1_000_000;

/** Requests embeddings from Voyage: texts, chunks in context, and texts with images, each at its own path. */
export async function voyageEmbed(call: UpstreamCall<EmbeddingsRequest>): Promise<Metered<Embedded>> {
  const { request, options, model, credential } = call;
  const { input, input_type, dimensions, encoding_format: encoding, user: _, ...rest } = request;
  const inputs = partsOf(input);
  const { path, content, encodingField } = formOf(model, inputs);
  const { word, note } = providerInputType(input_type, WORDS, false);
  const body = {
    ...options,
    ...rest,
    ...content,
    model,
    ...(word && { input_type: word }),
    ...(dimensions && { output_dimension: dimensions }),
    ...(encoding === "base64" && { [encodingField]: "base64" }),
  };
  const response = await readJson(await postJson(call, path, bearer(credential), body));
  const rawUsage = blockOf(response, "usage");
  const usage = rawUsage && usageOf(rawUsage);
  return {
    result: { vectors: vectorsOf(path === CONTEXT ? flattenDocuments(response) : response, inputs.length) },
    ...(usage && { usage }),
    ...(rawUsage && { rawUsage }),
    ...(note && { notes: [note] }),
  };
}

const CONTEXT = "/contextualizedembeddings";

function formOf(model: string, inputs: EmbedPart[][]) {
  if (/multimodal/.test(model) || isMixed(inputs)) {
    const content = { inputs: inputs.map((parts) => ({ content: parts.map(toVoyagePart) })) };
    return { path: "/multimodalembeddings", content, encodingField: "output_encoding" };
  }
  // Each input is a document with one chunk, since requests do not say which chunks belong to the same document.
  if (/^voyage-context/.test(model))
    return {
      path: CONTEXT,
      content: { inputs: inputs.map((parts) => [textOf(parts)]) },
      encodingField: "encoding_format",
    };
  return { path: "/embeddings", content: { input: inputs.map(textOf) }, encodingField: "encoding_format" };
}

function toVoyagePart(part: EmbedPart): Block {
  if (part.type === "text") return { type: "text", text: part.text };
  if (part.type !== "image_url") throw unsupportedInput("only text and images");
  const { url } = part.image_url;
  return url.startsWith("data:") ? { type: "image_base64", image_base64: url } : { type: "image_url", image_url: url };
}

/**
 * Returns the response in the usual form. For chunks in context, each document's list contains the vector of its only
 * chunk.
 */
function flattenDocuments(response: Block): Block {
  const documents = list(response.data).map(block);
  return { data: documents.map(({ data, index }) => ({ ...block(list(data)[0]), index })) };
}

/** Returns the usage. Images are billed by pixels, in addition to text tokens. */
function usageOf({ total_tokens, text_tokens, image_pixels }: Block): Usage | undefined {
  const pixels = count(image_pixels);
  if (pixels > 0) return { input_tokens: count(text_tokens), megapixels: pixels / PIXELS_A_MEGAPIXEL };
  const tokens = count(total_tokens) || count(text_tokens);
  return tokens > 0 ? { input_tokens: tokens } : undefined;
}
