import { handle } from "#server/http/handle.ts";
import { getGeneration } from "#server/operations/generations/get-generation.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getGeneration);
