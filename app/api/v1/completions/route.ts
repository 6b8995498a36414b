import { handle } from "#server/http/handle.ts";
import { createCompletion } from "#server/operations/completions/create-completion.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(createCompletion);
