import { handle } from "#server/http/handle.ts";
import { testAlertChannel } from "#server/operations/alert-channels/test-alert-channel.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(testAlertChannel);
