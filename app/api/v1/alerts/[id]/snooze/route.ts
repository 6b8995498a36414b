import { handle } from "#server/http/handle.ts";
import { snoozeAlert } from "#server/operations/alerts/snooze-alert.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(snoozeAlert);
