import { handle } from "#server/http/handle.ts";
import { unknownPath } from "#server/operations/session/unknown-path.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(...unknownPath);
