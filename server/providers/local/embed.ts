import { estimateTokenCount } from "tokenx";
import type { EmbeddingsRequest } from "#lib/contract/embeddings.ts";
import { UpstreamError } from "#server/errors.ts";
import type { Asked, Embedded, Metered } from "../media.ts";
import { hashVector } from "./hash-vector.ts";

const DIMENSIONS = 256;
const MOST_DIMENSIONS = 1024;

/** Vectors of hashed words and letter groups. */
export async function localEmbed({ request, model }: Asked<EmbeddingsRequest>): Promise<Metered<Embedded>> {
  if (model !== "word-hash") throw refusal(404, `There is no local embedding model "${model}"`);
  const dimensions = request.dimensions ?? DIMENSIONS;
  if (dimensions > MOST_DIMENSIONS) throw refusal(400, `dimensions: at most ${MOST_DIMENSIONS}`);
  const texts = textsOf(request.input);
  const input_tokens = texts.reduce((sum, text) => sum + estimateTokenCount(text), 0);
  return { result: { vectors: texts.map((text) => hashVector(text, dimensions)) }, usage: { input_tokens } };
}

function textsOf(input: EmbeddingsRequest["input"]): string[] {
  if (typeof input === "string") return [input];
  return input.map((item) => {
    if (typeof item === "string") return item;
    if (typeof item === "number" || Array.isArray(item)) throw refusal(400, "input: this model takes text, not tokens");
    return item.content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
  });
}

function refusal(status: number, message: string): UpstreamError {
  return new UpstreamError(status, message, { retryable: true, fault: "model" });
}
