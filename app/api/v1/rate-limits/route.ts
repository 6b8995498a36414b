import { handle } from "#server/http/handle.ts";
import { createRateLimit } from "#server/operations/rate-limits/create-rate-limit.ts";
import { listRateLimits } from "#server/operations/rate-limits/list-rate-limits.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(createRateLimit, listRateLimits);
