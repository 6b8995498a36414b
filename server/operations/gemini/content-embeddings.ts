import type { EmbeddingsRequest } from "#lib/contract/embeddings.ts";
import type { Body } from "#server/dialects/dialect.ts";
import type { MediaOperation } from "#server/pipeline/media/media-operation.ts";
import type { Embedded } from "#server/providers/media.ts";
import { embeddings, promptTokens } from "../embeddings/embeddings.ts";
import { inEncoding } from "../embeddings/encoding.ts";

type Vectors = (number[] | string)[];

/** Embeddings whose response has Google's form. `form` receives the vectors and the number of tokens. */
export function contentEmbeddings(
  form: (vectors: Vectors, usage: { promptTokenCount: number }) => Body,
): MediaOperation<EmbeddingsRequest, Embedded> {
  const { isKept: _, ...operation } = embeddings;
  return {
    ...operation,
    reply: ({ vectors, tokens = 0 }, { usage }) =>
      form(
        vectors.map((vector) => inEncoding(vector, "float")),
        { promptTokenCount: promptTokens(usage, tokens) },
      ),
  };
}
