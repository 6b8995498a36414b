import { handle } from "#server/http/handle.ts";
import { rotateKey } from "#server/operations/keys/rotate-key.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(rotateKey);
