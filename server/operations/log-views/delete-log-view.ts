import { deleteLogView as endpoint } from "#lib/contract/log-views.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { deleteLogView as deleteRow } from "#server/data/log-views.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { logViewRecord } from "./log-view-records.ts";
import { requireLogView } from "./require-log-view.ts";

export const deleteLogView = operation(endpoint)(async (gateway, call) => {
  const row = await requireLogView(gateway, call.principal, call.params.id);
  const { id, workspaceId, name } = row;
  await gateway.database.queries.transaction(async (queries) => {
    if (!(await deleteRow(queries, workspaceId, id))) throw new HttpError(404, "Log view not found");
    const target = { type: "log-view", id, name };
    const before = logViewRecord(call.principal, row);
    await recordChange(queries, call, { action: "log_view.delete", target, before, workspaceId });
  });
  return { deleted: true as const };
});
