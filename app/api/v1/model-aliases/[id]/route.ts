import { handle } from "#server/http/handle.ts";
import { deleteModelAlias } from "#server/operations/model-aliases/delete-model-alias.ts";
import { getModelAlias } from "#server/operations/model-aliases/get-model-alias.ts";
import { updateModelAlias } from "#server/operations/model-aliases/update-model-alias.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getModelAlias, updateModelAlias, deleteModelAlias);
