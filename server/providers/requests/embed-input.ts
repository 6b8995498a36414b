import type { EmbeddingsRequest } from "#lib/contract/embeddings.ts";
import { UpstreamError } from "#server/errors.ts";

type Input = EmbeddingsRequest["input"];
export type EmbedPart = Extract<Extract<Input, unknown[]>[number], { content: unknown }>["content"][number];

/** What most models embed. LangChain's OpenAIEmbeddings sends tokens of OpenAI's tokenizer to any model by default. */
export const NOT_TOKENS = "text, not tokens (in LangChain, set check_embedding_ctx_length=False)";

/** Returns each input as its parts, for providers that do not accept tokens; another provider may. */
export function partsOf(input: Input): EmbedPart[][] {
  if (typeof input === "string") return [[textPart(input)]];
  return input.map((item) => {
    if (typeof item === "string") return [textPart(item)];
    if (typeof item === "number" || Array.isArray(item)) throw unsupportedInput(NOT_TOKENS);
    return item.content;
  });
}

/** Returns the text of one input, for providers or formats that accept only text. */
export function textOf(parts: readonly EmbedPart[]): string {
  return parts
    .map((part) => {
      if (part.type === "text") return part.text;
      throw unsupportedInput("only text");
    })
    .join("\n");
}

/** Returns whether any input has a part other than text. */
export function isMixed(inputs: readonly EmbedPart[][]): boolean {
  return inputs.some((parts) => parts.some(({ type }) => type !== "text"));
}

/** Returns an error that another provider may not have. */
export function unsupportedInput(what: string): UpstreamError {
  return new UpstreamError(400, `This provider embeds ${what}`, { retryable: true, fault: "model" });
}

function textPart(text: string): EmbedPart {
  return { type: "text", text };
}
