import { updateLogView as endpoint } from "#lib/contract/log-views.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { updateLogView as updateRow } from "#server/data/log-views.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { logViewRecord, MOST_LOG_VIEWS, storedLogView } from "./log-view-records.ts";
import { requireLogView } from "./require-log-view.ts";

export const updateLogView = operation(endpoint)(async (gateway, call) => {
  const { principal, params, body } = call;
  const old = await requireLogView(gateway, principal, params.id);
  const before = logViewRecord(principal, old);
  if (Object.keys(body).length === 0) return { data: before };
  const { name = old.name, is_shared: isShared = old.isShared, query = old.query, columns = old.columns } = body;
  return gateway.database.queries.transaction(async (queries) => {
    const changed = await updateRow(queries, old, { name, isShared, query, columns }, MOST_LOG_VIEWS);
    if (!changed) throw new HttpError(404, "Log view not found");
    const row = storedLogView(changed, name, isShared);
    const after = logViewRecord(principal, row);
    const target = { type: "log-view", id: row.id, name };
    const { workspaceId } = row;
    await recordChange(queries, call, { action: "log_view.update", target, before, after, workspaceId });
    return { data: after };
  });
});
