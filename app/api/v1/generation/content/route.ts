import { handle } from "#server/http/handle.ts";
import { getGenerationContent } from "#server/operations/generations/get-generation-content.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getGenerationContent);
