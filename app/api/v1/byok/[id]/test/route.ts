import { handle } from "#server/http/handle.ts";
import { testCredential } from "#server/operations/byok/test-credential.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(testCredential);
