import { batchEmbedContents as endpoint } from "#lib/contract/gemini.ts";
import { batchEmbeddingsBodyOf } from "#server/dialects/gemini/request/embeddings-body.ts";
import { operation } from "#server/http/operation.ts";
import { runMedia } from "#server/pipeline/run-media.ts";
import { contentEmbeddings } from "./content-embeddings.ts";

const embedding = contentEmbeddings((all, usageMetadata) => ({
  embeddings: all.map((values) => ({ values })),
  usageMetadata,
}));

export const batchEmbedContents = operation(endpoint)((gateway, call) => {
  Object.assign(call.raw, { model: call.params.model });
  return runMedia(gateway, embedding, { ...call, raw: batchEmbeddingsBodyOf(call.raw, call.params.model) });
});
