import { getAlert as endpoint } from "#lib/contract/alerts.ts";
import { operation } from "#server/http/operation.ts";
import { alertRecord, requireAlert } from "./alert-records.ts";

export const getAlert = operation(endpoint)(async (gateway, { principal, params }) => ({
  data: alertRecord(await requireAlert(gateway, principal, params.id)),
}));
