import { handle } from "#server/http/handle.ts";
import { embedContent } from "#server/operations/gemini/embed-content.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(embedContent);
