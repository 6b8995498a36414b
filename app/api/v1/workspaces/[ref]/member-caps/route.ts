import { handle } from "#server/http/handle.ts";
import { listMemberCaps } from "#server/operations/member-caps/list-member-caps.ts";
import { putDefaultCap } from "#server/operations/member-caps/put-default-cap.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(listMemberCaps, putDefaultCap);
