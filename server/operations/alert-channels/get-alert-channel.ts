import { getAlertChannel as endpoint } from "#lib/contract/alert-channels.ts";
import { operation } from "#server/http/operation.ts";
import { alertChannelRecord, requireAlertChannel } from "./alert-channel-records.ts";

export const getAlertChannel = operation(endpoint)(async (gateway, { principal, params }) => ({
  data: alertChannelRecord(gateway, await requireAlertChannel(gateway, principal, params.id)),
}));
