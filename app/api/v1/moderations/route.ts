import { handle } from "#server/http/handle.ts";
import { createModeration } from "#server/operations/moderations/create-moderation.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(createModeration);
