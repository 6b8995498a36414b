import { type AuditedCall, recordChange } from "#server/audit/record-change.ts";
import { type AlertChanges, type AlertRow, updateOpenAlert } from "#server/data/alerts.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { alertRecord } from "./alert-records.ts";

/** Changes an open alert, with its audit entry. Throws 409 if it is resolved. */
export async function changeAlert(
  { database }: Gateway,
  call: AuditedCall,
  before: AlertRow,
  { action, changes }: { action: string; changes: AlertChanges },
) {
  const row = await database.queries.transaction(async (queries) => {
    const changed = await updateOpenAlert(queries, before, changes);
    if (!changed) throw new HttpError(409, "The alert is resolved");
    await recordChange(queries, call, {
      action,
      target: { type: "alert", id: changed.id, name: changed.ruleName },
      before: alertRecord(before),
      after: alertRecord(changed),
      workspaceId: changed.workspaceId,
    });
    return changed;
  });
  return { data: alertRecord(row) };
}
