import { handle } from "#server/http/handle.ts";
import { countModels } from "#server/operations/models/count-models.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(countModels);
