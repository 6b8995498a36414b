import { handle } from "#server/http/handle.ts";
import { getGenerationHistogram } from "#server/operations/generations/get-generation-histogram.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getGenerationHistogram);
