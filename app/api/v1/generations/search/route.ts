import { handle } from "#server/http/handle.ts";
import { searchGenerations } from "#server/operations/generations/search/search-generations.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(searchGenerations);
