import { handle } from "#server/http/handle.ts";
import { listProviders } from "#server/operations/models/list-providers.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(listProviders);
