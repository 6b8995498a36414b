import { handle } from "#server/http/handle.ts";
import { createModelAlias } from "#server/operations/model-aliases/create-model-alias.ts";
import { listModelAliases } from "#server/operations/model-aliases/list-model-aliases.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(createModelAlias, listModelAliases);
