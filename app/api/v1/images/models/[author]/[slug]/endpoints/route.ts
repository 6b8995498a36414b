import { handle } from "#server/http/handle.ts";
import { listImageModelEndpoints } from "#server/operations/images/list-image-model-endpoints.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(listImageModelEndpoints);
