import { handle } from "#server/http/handle.ts";
import { listModelEndpoints } from "#server/operations/models/list-model-endpoints.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(listModelEndpoints);
