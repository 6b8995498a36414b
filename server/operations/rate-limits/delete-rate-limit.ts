import { deleteRateLimit as endpoint } from "#lib/contract/rate-limits.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { deleteRateLimit as deleteRow } from "#server/data/rate-limits.ts";
import { operation } from "#server/http/operation.ts";
import { publishRateLimits } from "./publish-rate-limits.ts";
import { rateLimitRecord, targetOf } from "./rate-limit-records.ts";
import { requireRateLimit, unknownRateLimit } from "./require-rate-limit.ts";

export const deleteRateLimit = operation(endpoint)(async (gateway, call) => {
  const row = await requireRateLimit(gateway, call.principal, call.params.id);
  const { workspaceId } = row;
  await gateway.database.queries.transaction(async (queries) => {
    if (!(await deleteRow(queries, row))) throw unknownRateLimit();
    const before = rateLimitRecord(row);
    await recordChange(queries, call, { action: "rate_limit.delete", target: targetOf(row), before, workspaceId });
  });
  await publishRateLimits(gateway);
  return { deleted: true as const };
});
