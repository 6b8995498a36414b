import { handle } from "#server/http/handle.ts";
import { listContentModels } from "#server/operations/gemini/models/list-content-models.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(listContentModels);
