import { handle } from "#server/http/handle.ts";
import { retrieveModelBySlug } from "#server/operations/models/retrieve-model-by-slug.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(retrieveModelBySlug);
