import { handle } from "#server/http/handle.ts";
import { batchEmbedContents } from "#server/operations/gemini/batch-embed-contents.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(batchEmbedContents);
