import { updateRateLimit as endpoint } from "#lib/contract/rate-limits.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { updateRateLimit as updateRow } from "#server/data/rate-limits.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { requireEffect } from "./check-rate-limit.ts";
import { publishRateLimits } from "./publish-rate-limits.ts";
import { rateLimitRecord, storedSettings, targetOf } from "./rate-limit-records.ts";
import { requireRateLimit, unknownRateLimit } from "./require-rate-limit.ts";

export const updateRateLimit = operation(endpoint)(async (gateway, call) => {
  const { body, principal } = call;
  const row = await requireRateLimit(gateway, principal, call.params.id);
  const before = rateLimitRecord(row);
  if (Object.keys(body).length === 0) return { data: before };
  requireEffect({ ...before, ...body });
  const { workspaceId } = row;
  const changed = await gateway.database.queries.transaction(async (queries) => {
    const next = await updateRow(queries, row, storedSettings(body));
    if (next === "taken") throw new HttpError(409, `This workspace already has a rate limit named ${body.name}`);
    if (!next) throw unknownRateLimit();
    await recordChange(queries, call, {
      action: "rate_limit.update",
      target: targetOf(next),
      before,
      after: rateLimitRecord(next),
      workspaceId,
    });
    return next;
  });
  await publishRateLimits(gateway);
  return { data: rateLimitRecord(changed) };
});
