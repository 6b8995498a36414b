import { getAlertRule as endpoint } from "#lib/contract/alert-rules.ts";
import { operation } from "#server/http/operation.ts";
import { alertRuleRecord, requireAlertRule } from "./alert-rule-records.ts";

export const getAlertRule = operation(endpoint)(async (gateway, { principal, params }) => ({
  data: await alertRuleRecord(gateway.database.queries, await requireAlertRule(gateway, principal, params.id)),
}));
