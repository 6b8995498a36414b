import { handle } from "#server/http/handle.ts";
import { readInvitation } from "#server/operations/session/read-invitation.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(readInvitation);
