import { handle } from "#server/http/handle.ts";
import { deleteCapOverride } from "#server/operations/member-caps/delete-cap-override.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(deleteCapOverride);
