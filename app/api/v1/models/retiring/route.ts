import { handle } from "#server/http/handle.ts";
import { listRetiringModels } from "#server/operations/models/list-retiring-models.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(listRetiringModels);
