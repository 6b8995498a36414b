import { handle } from "#server/http/handle.ts";
import { setCredentialPool } from "#server/operations/byok/set-credential-pool.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(setCredentialPool);
