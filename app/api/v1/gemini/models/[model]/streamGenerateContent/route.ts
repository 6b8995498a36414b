import { handle } from "#server/http/handle.ts";
import { streamGenerateContent } from "#server/operations/gemini/stream-generate-content.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(streamGenerateContent);
