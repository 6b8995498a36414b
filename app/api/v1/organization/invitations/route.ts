import { handle } from "#server/http/handle.ts";
import { createInvitation } from "#server/operations/invitations/create-invitation.ts";
import { listInvitations } from "#server/operations/invitations/list-invitations.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(listInvitations, createInvitation);
