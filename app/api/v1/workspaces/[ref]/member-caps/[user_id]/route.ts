import { handle } from "#server/http/handle.ts";
import { deleteMemberCap } from "#server/operations/member-caps/delete-member-cap.ts";
import { putMemberCap } from "#server/operations/member-caps/put-member-cap.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(putMemberCap, deleteMemberCap);
