import { handle } from "#server/http/handle.ts";
import { getCredits } from "#server/operations/credits/get-credits.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getCredits);
