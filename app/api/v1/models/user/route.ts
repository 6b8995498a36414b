import { handle } from "#server/http/handle.ts";
import { listUserModels } from "#server/operations/models/list-user-models.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(listUserModels);
