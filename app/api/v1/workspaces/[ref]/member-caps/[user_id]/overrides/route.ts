import { handle } from "#server/http/handle.ts";
import { createCapOverride } from "#server/operations/member-caps/create-cap-override.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(createCapOverride);
