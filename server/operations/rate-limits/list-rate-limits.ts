import { listRateLimits as endpoint } from "#lib/contract/rate-limits.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import { listRateLimits as listRows } from "#server/data/rate-limits.ts";
import { operation } from "#server/http/operation.ts";
import { rateLimitRecord } from "./rate-limit-records.ts";

export const listRateLimits = operation(endpoint)(async (gateway, { principal, query }) => {
  const workspaceId = await requireWorkspace(gateway, principal, query.workspace_id);
  const { rows, total } = await listRows(gateway.database.queries, workspaceId, query.offset, query.limit);
  return { data: rows.map(rateLimitRecord), total_count: total };
});
