import { handle } from "#server/http/handle.ts";
import { createResetLink } from "#server/operations/members/create-reset-link.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(createResetLink);
