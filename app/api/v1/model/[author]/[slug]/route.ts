import { handle } from "#server/http/handle.ts";
import { getModel } from "#server/operations/models/get-model.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getModel);
