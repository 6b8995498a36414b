import { handle } from "#server/http/handle.ts";
import { acceptInvitation } from "#server/operations/session/accept-invitation.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(acceptInvitation);
