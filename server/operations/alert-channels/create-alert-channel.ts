import { createAlertChannel as endpoint } from "#lib/contract/alert-channels.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import { insertAlertChannel } from "#server/data/alert-channels.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { alertChannelRecord, alertChannelSettings, channelTarget } from "./alert-channel-records.ts";
import { requireAllowedChannel } from "./channel-config.ts";

const MAX_CHANNELS = 50;

export const createAlertChannel = operation(endpoint)(async (gateway, call) => {
  const { name, type, config, workspace_id } = call.body;
  const workspaceId = await requireWorkspace(gateway, call.principal, workspace_id);
  await requireAllowedChannel(gateway, config);
  const id = crypto.randomUUID();
  const sealedConfig = gateway.channelVault.seal(JSON.stringify(config), id);
  return gateway.database.queries.transaction(async (queries) => {
    const row = await insertAlertChannel(queries, { id, workspaceId, name, type, sealedConfig }, MAX_CHANNELS);
    if (!row) throw new HttpError(409, `A workspace can have at most ${MAX_CHANNELS} alert channels`);
    await recordChange(queries, call, {
      action: "alert_channel.create",
      target: channelTarget(row),
      after: alertChannelSettings(gateway, row),
      workspaceId,
    });
    return { data: alertChannelRecord(gateway, row) };
  });
});
