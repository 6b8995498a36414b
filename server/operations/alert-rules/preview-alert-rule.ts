import { previewAlertRule as endpoint } from "#lib/contract/alert-rules.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import { loadTimeZone } from "#server/data/workspaces.ts";
import { operation } from "#server/http/operation.ts";
import { kindOf } from "#server/jobs/alerts/kinds/kinds.ts";
import { type PastAlert, previewRule } from "#server/jobs/alerts/preview-rule.ts";

const MAX_LISTED = 100;

export const previewAlertRule = operation(endpoint)(async (gateway, { principal, body }) => {
  const workspaceId = await requireWorkspace(gateway, principal, body.workspace_id);
  const { name: workspaceName = "", isDefault = false } = gateway.accounts.workspaceNow(workspaceId) ?? {};
  await gateway.rollups.catchUp();
  const { organizationId } = principal;
  const timeZone = await loadTimeZone(gateway.database.queries, workspaceId);
  const place = { gateway, organizationId, workspaceId, workspaceName, isDefault, timeZone };
  const { fromMs, toMs, alerts } = await previewRule(place, body, gateway.now());
  const { known, note } = kindOf(body).past;
  return {
    data: {
      from: isoOf(fromMs),
      to: isoOf(toMs),
      past: known,
      note,
      total: alerts.length,
      alerts: alerts.slice(-MAX_LISTED).reverse().map(recordOf),
    },
  };
});

function recordOf({ finding, fromMs, toMs }: PastAlert) {
  return {
    opened_at: isoOf(fromMs),
    resolved_at: toMs === undefined ? null : isoOf(toMs),
    subject_name: finding.subjectName,
    message: finding.message,
  };
}

function isoOf(atMs: number): string {
  return new Date(atMs).toISOString();
}
