import { handle } from "#server/http/handle.ts";
import { listGenerations } from "#server/operations/generations/list-generations.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(listGenerations);
