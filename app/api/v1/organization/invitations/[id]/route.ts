import { handle } from "#server/http/handle.ts";
import { revokeInvitation } from "#server/operations/invitations/revoke-invitation.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(revokeInvitation);
