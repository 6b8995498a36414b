import { handle } from "#server/http/handle.ts";
import { createEmbeddings } from "#server/operations/embeddings/create-embeddings.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(createEmbeddings);
