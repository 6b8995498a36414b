import { handle } from "#server/http/handle.ts";
import { createCredential } from "#server/operations/byok/create-credential.ts";
import { listCredentials } from "#server/operations/byok/list-credentials.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(listCredentials, createCredential);
