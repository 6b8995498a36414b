import { handle } from "#server/http/handle.ts";
import { testNewCredential } from "#server/operations/byok/test-new-credential.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(testNewCredential);
