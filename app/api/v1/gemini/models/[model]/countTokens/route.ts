import { handle } from "#server/http/handle.ts";
import { countContentTokens } from "#server/operations/gemini/count-content-tokens.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(countContentTokens);
