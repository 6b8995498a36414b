import { handle } from "#server/http/handle.ts";
import { deleteAlertChannel } from "#server/operations/alert-channels/delete-alert-channel.ts";
import { getAlertChannel } from "#server/operations/alert-channels/get-alert-channel.ts";
import { updateAlertChannel } from "#server/operations/alert-channels/update-alert-channel.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getAlertChannel, updateAlertChannel, deleteAlertChannel);
