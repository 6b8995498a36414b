import { handle } from "#server/http/handle.ts";
import { countTokens } from "#server/operations/messages/count-tokens.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(countTokens);
