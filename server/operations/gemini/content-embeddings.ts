import type { EmbeddingsRequest } from "#lib/contract/embeddings.ts";
import type { Body } from "#server/dialects/dialect.ts";
import type { MediaOperation } from "#server/pipeline/media/media-operation.ts";
import type { Embedded } from "#server/providers/media.ts";
import { embeddings } from "../embeddings/embeddings.ts";
import { inEncoding } from "../embeddings/encoding.ts";

type Vectors = (number[] | string)[];

/** Embeddings whose response has Google's form. `form` receives the vectors and the number of tokens. */
export function contentEmbeddings(
  form: (vectors: Vectors, usage: { promptTokenCount: number }) => Body,
): MediaOperation<EmbeddingsRequest, Embedded> {
  const { isKept: _, ...operation } = embeddings;
  return {
    ...operation,
    reply: ({ vectors, tokens = 0 }, { usage }) => {
      const { input_tokens: text = 0, input_image_tokens: image = 0, input_audio_tokens: audio = 0 } = usage;
      const promptTokenCount = text + image + audio || tokens;
      return form(
        vectors.map((vector) => inEncoding(vector, "float")),
        { promptTokenCount },
      );
    },
  };
}
