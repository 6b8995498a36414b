import { handle } from "#server/http/handle.ts";
import { createAlertRule } from "#server/operations/alert-rules/create-alert-rule.ts";
import { listAlertRules } from "#server/operations/alert-rules/list-alert-rules.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(createAlertRule, listAlertRules);
