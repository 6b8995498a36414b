import { handle } from "#server/http/handle.ts";
import { authorizeDevice } from "#server/operations/device/authorize-device.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(authorizeDevice);
