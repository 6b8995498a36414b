import { handle } from "#server/http/handle.ts";
import { deleteAlertRule } from "#server/operations/alert-rules/delete-alert-rule.ts";
import { getAlertRule } from "#server/operations/alert-rules/get-alert-rule.ts";
import { updateAlertRule } from "#server/operations/alert-rules/update-alert-rule.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getAlertRule, updateAlertRule, deleteAlertRule);
