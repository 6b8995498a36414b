import type { EmbeddingsRequest } from "#lib/contract/embeddings.ts";
import type { Block } from "../exchange/json.ts";
import { blockOf, postJson, readJson } from "../exchange/send.ts";
import type { Embedded, Metered, UpstreamCall } from "../media.ts";
import { bearer } from "../openai/bearer.ts";
import { vectorsOf } from "../openai/vectors.ts";
import { type EmbedPart, partsOf, textOf } from "../requests/embed-input.ts";
import { providerInputType } from "../requests/input-type.ts";
import { count, split } from "../usage/tokens.ts";
import type { Usage } from "../usage/usage.ts";
import { pictureOf } from "./documents.ts";

/**
 * Jina's names for input types. Each of its models knows some of these, and others that are passed through unchanged.
 */
const WORDS = {
  query: "retrieval.query",
  document: "retrieval.passage",
  classification: "classification",
  similarity: "text-matching",
  "code-query": "code.query",
} as const;

/** Requests embeddings from Jina: an input is a text or an image. `task` is its name for the input type. */
export async function jinaEmbed(call: UpstreamCall<EmbeddingsRequest>): Promise<Metered<Embedded>> {
  const { request, options, model, credential } = call;
  const { input, input_type, encoding_format: _, dimensions, user: __, ...rest } = request;
  const inputs = partsOf(input);
  const { word, note } = taskOf(input_type, model);
  const body = {
    ...options,
    ...rest,
    model,
    input: inputs.map(toJinaInput),
    ...(word && { task: word }),
    ...(dimensions && { dimensions }),
    embedding_type: "float",
  };
  const response = await readJson(await postJson(call, "/embeddings", bearer(credential), body));
  const rawUsage = blockOf(response, "usage");
  const usage = rawUsage && usageOf(rawUsage);
  return {
    result: { vectors: vectorsOf(response, inputs.length) },
    ...(usage && { usage }),
    ...(rawUsage && { rawUsage }),
    ...(note && { notes: [note] }),
  };
}

/** Returns Jina's task; version 3 calls clustering `separation`. */
function taskOf(inputType: EmbeddingsRequest["input_type"], model: string) {
  const clustering = model === "jina-embeddings-v3" ? "separation" : "clustering";
  return providerInputType(inputType, { ...WORDS, clustering });
}

function toJinaInput(parts: EmbedPart[]): string | Block {
  const [first] = parts;
  if (parts.length !== 1 || first?.type !== "image_url") return textOf(parts);
  return { image: pictureOf(first.image_url.url) };
}

function usageOf({ total_tokens, prompt_tokens, image_tokens }: Block): Usage | undefined {
  const { image, rest } = split(count(total_tokens) || count(prompt_tokens), { image: count(image_tokens) });
  if (image + rest === 0) return undefined;
  return { input_tokens: rest, ...(image > 0 && { input_image_tokens: image }) };
}
