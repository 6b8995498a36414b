import { handle } from "#server/http/handle.ts";
import { getJustInTime } from "#server/operations/provisioning/get-just-in-time.ts";
import { putJustInTime } from "#server/operations/provisioning/put-just-in-time.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getJustInTime, putJustInTime);
