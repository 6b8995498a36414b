import { handle } from "#server/http/handle.ts";
import { denyDevice } from "#server/operations/device/deny-device.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(denyDevice);
