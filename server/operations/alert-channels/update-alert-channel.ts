import { updateAlertChannel as endpoint } from "#lib/contract/alert-channels.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { updateAlertChannel as updateRow } from "#server/data/alert-channels.ts";
import { operation } from "#server/http/operation.ts";
import {
  alertChannelRecord,
  alertChannelSettings,
  channelTarget,
  requireAlertChannel,
  unknownChannel,
} from "./alert-channel-records.ts";
import { changeChannel } from "./channel-config.ts";

export const updateAlertChannel = operation(endpoint)(async (gateway, call) => {
  const { name, config } = call.body;
  const before = await requireAlertChannel(gateway, call.principal, call.params.id);
  const changed = config && (await changeChannel(gateway, before, config));
  const changes = {
    ...(name !== undefined && { name }),
    ...(changed && { sealedConfig: gateway.channelVault.seal(JSON.stringify(changed), before.id) }),
  };
  if (Object.keys(changes).length === 0) return { data: alertChannelRecord(gateway, before) };
  return gateway.database.queries.transaction(async (queries) => {
    const row = await updateRow(queries, before, changes);
    if (!row) throw unknownChannel();
    await recordChange(queries, call, {
      action: "alert_channel.update",
      target: channelTarget(row),
      before: alertChannelSettings(gateway, before),
      after: alertChannelSettings(gateway, row),
      workspaceId: row.workspaceId,
    });
    return { data: alertChannelRecord(gateway, row) };
  });
});
