import { handle } from "#server/http/handle.ts";
import { acknowledgeAlert } from "#server/operations/alerts/acknowledge-alert.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(acknowledgeAlert);
