import { handle } from "#server/http/handle.ts";
import { getGenerationFacets } from "#server/operations/generations/get-generation-facets.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getGenerationFacets);
