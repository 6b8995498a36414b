import { handle } from "#server/http/handle.ts";
import { getAlert } from "#server/operations/alerts/get-alert.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getAlert);
