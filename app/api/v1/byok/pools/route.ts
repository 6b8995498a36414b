import { handle } from "#server/http/handle.ts";
import { listCredentialPools } from "#server/operations/byok/list-credential-pools.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(listCredentialPools);
