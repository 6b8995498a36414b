import { deleteAlertChannel as endpoint } from "#lib/contract/alert-channels.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { deleteAlertChannel as deleteRow } from "#server/data/alert-channels.ts";
import { operation } from "#server/http/operation.ts";
import { alertChannelSettings, channelTarget, requireAlertChannel, unknownChannel } from "./alert-channel-records.ts";

export const deleteAlertChannel = operation(endpoint)(async (gateway, call) => {
  const row = await requireAlertChannel(gateway, call.principal, call.params.id);
  const { id, workspaceId } = row;
  await gateway.database.queries.transaction(async (queries) => {
    if (!(await deleteRow(queries, workspaceId, id))) throw unknownChannel();
    const before = alertChannelSettings(gateway, row);
    await recordChange(queries, call, {
      action: "alert_channel.delete",
      target: channelTarget(row),
      before,
      workspaceId,
    });
  });
  return { deleted: true as const };
});
