import type { EmbeddingsRequest } from "#lib/contract/embeddings.ts";
import type { Model } from "#server/catalogue/model.ts";
import { mediaTokens } from "#server/pipeline/budget/media-tokens.ts";
import type { MediaOperation, ResponseFacts } from "#server/pipeline/media/media-operation.ts";
import type { Embedded } from "#server/providers/media.ts";
import type { Usage } from "#server/providers/usage/usage.ts";
import { inEncoding } from "./encoding.ts";
import {
  boundTokens,
  charactersOf,
  embeddingTexts,
  estimateTokens,
  hasTokens,
  modalitiesOf,
  picturesOf,
} from "./input.ts";

/** Converts texts, tokens and other input to vectors. */
export const embeddings: MediaOperation<EmbeddingsRequest, Embedded> = {
  id: "createEmbeddings",
  makes: "embeddings",
  parameters: (body) => CHOICES.filter((name) => body[name] !== undefined && body[name] !== null),
  serves: (provider) => provider.embed !== undefined,
  refuses: (body, _, model) => refusalOf(body, model),
  findTexts: embeddingTexts,
  hides: ({ input }) =>
    hasTokens(input)
      ? "token input cannot be read here; send the text instead (in LangChain, set check_embedding_ctx_length=False)"
      : undefined,
  charges: ({ input }) => (picturesOf(input).all > 0 ? { apart: ["input_image_tokens"] } : {}),
  estimate: (body) => ({
    input_tokens: estimateTokens(body.input) + tokensOfMedia(body),
    characters: charactersOf(body.input),
  }),
  bound: (body, _, isScarce) => ({
    input_tokens: boundTokens(body.input, isScarce) + tokensOfMedia(body),
    characters: charactersOf(body.input),
    megapixels: picturesOf(body.input).all * MOST_MEGAPIXELS,
  }),
  ask(provider, call) {
    if (!provider.embed) throw new Error(`${provider.id} does not support embeddings`);
    return provider.embed(call);
  },
  batchKind: "embeddings",
  isKept: true,
  reply: responseOf,
};

/** Voyage, which bills by pixels, scales larger images down and charges for this much. */
const MOST_MEGAPIXELS = 2;
/** A rough, high estimate, as for inline images. */
const PICTURE_TOKENS = 3_000;

function tokensOfMedia(body: EmbeddingsRequest): number {
  return mediaTokens(body) + picturesOf(body.input).addressed * PICTURE_TOKENS;
}

/** Options that not every model supports. */
const CHOICES = ["dimensions", "input_type"] as const;

/**
 * Returns why a model cannot take a request, judged only by the catalogue's input modalities; every model takes texts.
 */
function refusalOf({ input }: EmbeddingsRequest, { id, inputModalities }: Model): string | undefined {
  const missing = modalitiesOf(input).find((modality) => !inputModalities.includes(modality));
  return missing && `input: ${id} does not support ${missing} input`;
}

/** Returns how many tokens the inputs had: those that are billed, or else what the provider counted. */
export function promptTokens(usage: Usage, counted: number): number {
  const { input_tokens: text = 0, input_image_tokens: image = 0, input_audio_tokens: audio = 0 } = usage;
  return text + image + audio || counted;
}

function responseOf(
  { vectors, tokens: counted = 0 }: Embedded,
  { id, model, body, usage, cost, isByok }: ResponseFacts,
) {
  const encoding = body.encoding_format === "base64" ? "base64" : "float";
  const { input_tokens: text = 0, input_image_tokens: image = 0, input_audio_tokens: audio = 0 } = usage;
  const tokens = promptTokens(usage, counted);
  const details = { text_tokens: text, image_tokens: image, audio_tokens: audio };
  return {
    object: "list",
    data: vectors.map((vector, index) => ({ object: "embedding", index, embedding: inEncoding(vector, encoding) })),
    model,
    id,
    usage: {
      prompt_tokens: tokens,
      total_tokens: tokens,
      ...(image + audio > 0 && { prompt_tokens_details: details }),
      cost,
      is_byok: isByok,
    },
  };
}
