import { handle } from "#server/http/handle.ts";
import { retrieveModel } from "#server/operations/models/retrieve-model.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(retrieveModel);
