import { embedContent as endpoint } from "#lib/contract/gemini.ts";
import { embeddingsBodyOf } from "#server/dialects/gemini/request/embeddings-body.ts";
import { operation } from "#server/http/operation.ts";
import { runMedia } from "#server/pipeline/run-media.ts";
import { contentEmbeddings } from "./content-embeddings.ts";

const embedding = contentEmbeddings((values, usageMetadata) => ({ embedding: { values: values[0] }, usageMetadata }));

export const embedContent = operation(endpoint)((gateway, call) => {
  Object.assign(call.raw, { model: call.params.model });
  return runMedia(gateway, embedding, { ...call, raw: embeddingsBodyOf(call.raw, call.params.model) });
});
