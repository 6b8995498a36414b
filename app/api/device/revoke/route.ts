import { handle } from "#server/http/handle.ts";
import { revokeDevice } from "#server/operations/device/revoke-device.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(revokeDevice);
