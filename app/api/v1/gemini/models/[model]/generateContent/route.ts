import { handle } from "#server/http/handle.ts";
import { generateContent } from "#server/operations/gemini/generate-content.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(generateContent);
