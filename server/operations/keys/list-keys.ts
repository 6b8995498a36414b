import { listKeys as endpoint } from "#lib/contract/keys.ts";
import { ownerOnly, workspaceInReach } from "#server/auth/reach.ts";
import { listKeys as listRows } from "#server/data/api-keys.ts";
import { gateway } from "#server/gateway.ts";
import { operation } from "#server/http/operation.ts";
import { keyRecords } from "./key-records.ts";

export const listKeys = operation(endpoint)(async ({ principal, query }) => {
  const open = gateway();
  const workspaceId = await workspaceInReach(open, principal, query.workspace_id);
  const creatorUserId = ownerOnly(principal);
  const kind = creatorUserId ? "normal" : query.kind;
  const kept = { ...(kind && { kind }), ...(creatorUserId && { creatorUserId }) };
  const { rows, total } = await listRows(open.database.queries, workspaceId, {
    includeDisabled: query.include_disabled,
    ...kept,
    ...(query.q && { text: query.q }),
    offset: query.offset,
    limit: query.limit,
  });
  return { data: await keyRecords(open, rows), total_count: total };
});
