import { listKeys as endpoint } from "#lib/contract/keys.ts";
import { ownerOnly, requireWorkspace } from "#server/auth/access.ts";
import { countKeyStatuses, listKeys as listRows } from "#server/data/key-list.ts";
import { operation } from "#server/http/operation.ts";
import { periodStarts } from "#server/ledger/limits/period.ts";
import { keyRecords } from "./key-records.ts";

export const listKeys = operation(endpoint)(async (gateway, { principal, query }) => {
  const workspaceId = await requireWorkspace(gateway, principal, query.workspace_id);
  const creatorUserId = ownerOnly(principal);
  const kind = creatorUserId ? "normal" : query.kind;
  const filter = {
    includeDisabled: query.include_disabled,
    ...(kind && { kind }),
    ...(creatorUserId && { creatorUserId }),
    ...(query.q && { text: query.q }),
    ...(query.ids && { ids: query.ids.split(",").map(Number) }),
    ...(query.status && { status: query.status }),
    ...(query.leaked && { isLeaked: true }),
    ...(query.unused_days && { unusedSince: new Date(gateway.now() - query.unused_days * DAY_MS) }),
  };
  const { offset, limit } = query;
  const page = { offset, limit, ...(query.sort && { order: { by: query.sort, descending: query.order === "desc" } }) };
  const time = { now: new Date(gateway.now()), starts: periodStarts(gateway.now()) };
  // Filters and order depend on the current spending.
  await gateway.ledger.flush();
  const { rows, total } = await listRows(gateway.database.queries, workspaceId, filter, page, time);
  const counts =
    query.include_status_counts && (await countKeyStatuses(gateway.database.queries, workspaceId, filter, time));
  return {
    data: await keyRecords(gateway, rows),
    total_count: total,
    ...(counts && { status_counts: { ...NONE, ...counts } }),
  };
});

const DAY_MS = 86_400_000;
const NONE = { active: 0, over_limit: 0, rotated: 0, disabled: 0, expired: 0 };
