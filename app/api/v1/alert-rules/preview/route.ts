import { handle } from "#server/http/handle.ts";
import { previewAlertRule } from "#server/operations/alert-rules/preview-alert-rule.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(previewAlertRule);
