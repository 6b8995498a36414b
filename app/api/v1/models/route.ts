import { handle } from "#server/http/handle.ts";
import { listModels } from "#server/operations/models/list-models.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(listModels);
