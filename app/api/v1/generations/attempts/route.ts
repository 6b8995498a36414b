import { handle } from "#server/http/handle.ts";
import { listGenerationAttempts } from "#server/operations/generations/attempts/list-generation-attempts.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(listGenerationAttempts);
