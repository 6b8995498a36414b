import { handle } from "#server/http/handle.ts";
import { removeMember } from "#server/operations/members/remove-member.ts";
import { updateMember } from "#server/operations/members/update-member.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(updateMember, removeMember);
