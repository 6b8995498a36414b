import { createLogView as endpoint } from "#lib/contract/log-views.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import { ownerOf } from "#server/auth/ownership.ts";
import { insertLogView } from "#server/data/log-views.ts";
import { operation } from "#server/http/operation.ts";
import { logViewRecord, MOST_LOG_VIEWS, storedLogView } from "./log-view-records.ts";

export const createLogView = operation(endpoint)(async (gateway, call) => {
  const { principal, body } = call;
  const { name, is_shared: isShared, query, columns } = body;
  const workspaceId = await requireWorkspace(gateway, principal, body.workspace_id);
  const values = { workspaceId, ...ownerOf(principal), name, isShared, query, columns };
  return gateway.database.queries.transaction(async (queries) => {
    const row = storedLogView(await insertLogView(queries, values, MOST_LOG_VIEWS), name, isShared);
    const after = logViewRecord(principal, row);
    const target = { type: "log-view", id: row.id, name };
    await recordChange(queries, call, { action: "log_view.create", target, after, workspaceId });
    return { data: after };
  });
});
