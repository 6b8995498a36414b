import { handle } from "#server/http/handle.ts";
import { approveDevice } from "#server/operations/device/approve-device.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(approveDevice);
