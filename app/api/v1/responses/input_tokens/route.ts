import { handle } from "#server/http/handle.ts";
import { countInputTokens } from "#server/operations/responses/count-input-tokens.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(countInputTokens);
