import { unknownPath } from "#server/http/handle.ts";

export const { GET, POST, PUT, PATCH, DELETE } = unknownPath;
