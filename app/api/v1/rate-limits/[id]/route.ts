import { handle } from "#server/http/handle.ts";
import { deleteRateLimit } from "#server/operations/rate-limits/delete-rate-limit.ts";
import { getRateLimit } from "#server/operations/rate-limits/get-rate-limit.ts";
import { updateRateLimit } from "#server/operations/rate-limits/update-rate-limit.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getRateLimit, updateRateLimit, deleteRateLimit);
