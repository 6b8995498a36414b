import { handle } from "#server/http/handle.ts";
import { listZdrEndpoints } from "#server/operations/models/list-zdr-endpoints.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(listZdrEndpoints);
