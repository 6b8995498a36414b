import { handle } from "#server/http/handle.ts";
import { listImageModels } from "#server/operations/images/list-image-models.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(listImageModels);
