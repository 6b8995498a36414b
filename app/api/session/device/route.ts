import { handle } from "#server/http/handle.ts";
import { readDevice } from "#server/operations/device/read-device.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(readDevice);
