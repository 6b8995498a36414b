import { handle } from "#server/http/handle.ts";
import { createImageGeneration } from "#server/operations/images/create-image-generation.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(createImageGeneration);
