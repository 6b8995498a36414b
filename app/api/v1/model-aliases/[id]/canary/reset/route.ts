import { handle } from "#server/http/handle.ts";
import { resetModelAliasCanary } from "#server/operations/model-aliases/reset-model-alias-canary.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(resetModelAliasCanary);
