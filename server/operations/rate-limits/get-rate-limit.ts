import { getRateLimit as endpoint } from "#lib/contract/rate-limits.ts";
import { operation } from "#server/http/operation.ts";
import { rateLimitRecord } from "./rate-limit-records.ts";
import { requireRateLimit } from "./require-rate-limit.ts";

export const getRateLimit = operation(endpoint)(async (gateway, { principal, params }) => {
  return { data: rateLimitRecord(await requireRateLimit(gateway, principal, params.id)) };
});
