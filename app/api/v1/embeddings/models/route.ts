import { handle } from "#server/http/handle.ts";
import { listEmbeddingsModels } from "#server/operations/embeddings/list-embeddings-models.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(listEmbeddingsModels);
