import type { EmbeddingsRequest } from "#lib/contract/embeddings.ts";
import { UpstreamError } from "#server/errors.ts";
import type { Embedded, Metered, UpstreamCall } from "../media.ts";
import { NOT_TOKENS } from "../requests/embed-input.ts";
import { estimateTokens } from "../usage/estimate-tokens.ts";
import { MAX_TEXT_CHARACTERS, requireBoundedTexts, turns } from "./bounded-input.ts";
import { hashVector } from "./hash-vector.ts";

const DIMENSIONS = 256;
const MOST_DIMENSIONS = 1024;

/** Returns vectors of hashed words and letter groups. */
export async function localEmbed({ request, model }: UpstreamCall<EmbeddingsRequest>): Promise<Metered<Embedded>> {
  if (model !== "word-hash") throw refusal(404, `There is no local embedding model "${model}"`);
  const dimensions = request.dimensions ?? DIMENSIONS;
  if (dimensions > MOST_DIMENSIONS) throw refusal(400, `dimensions: at most ${MOST_DIMENSIONS}`);
  const texts = textsOf(request.input);
  requireBoundedTexts(model, texts, MAX_TEXT_CHARACTERS);
  const turn = turns();
  const vectors: number[][] = [];
  let input_tokens = 0;
  for (const text of texts) {
    input_tokens += estimateTokens(text);
    vectors.push(hashVector(text, dimensions));
    await turn();
  }
  return { result: { vectors }, usage: { input_tokens } };
}

function textsOf(input: EmbeddingsRequest["input"]): string[] {
  if (typeof input === "string") return [input];
  return input.map((item) => {
    if (typeof item === "string") return item;
    if (typeof item === "number" || Array.isArray(item)) throw refusal(400, `input: this model takes ${NOT_TOKENS}`);
    return item.content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
  });
}

function refusal(status: number, message: string): UpstreamError {
  return new UpstreamError(status, message, { retryable: true, fault: "model" });
}
