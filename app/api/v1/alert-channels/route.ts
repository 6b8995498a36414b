import { handle } from "#server/http/handle.ts";
import { createAlertChannel } from "#server/operations/alert-channels/create-alert-channel.ts";
import { listAlertChannels } from "#server/operations/alert-channels/list-alert-channels.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(createAlertChannel, listAlertChannels);
