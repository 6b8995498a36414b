import { handle } from "#server/http/handle.ts";
import { issueDeviceKey } from "#server/operations/device/issue-device-key.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(issueDeviceKey);
