import { handle } from "#server/http/handle.ts";
import { getContentModel } from "#server/operations/gemini/models/get-content-model.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getContentModel);
