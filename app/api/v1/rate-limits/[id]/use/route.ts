import { handle } from "#server/http/handle.ts";
import { getRateLimitUse } from "#server/operations/rate-limits/get-rate-limit-use.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getRateLimitUse);
