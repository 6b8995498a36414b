import { announce } from "#server/data/changes.ts";
import type { Gateway } from "#server/gateway.ts";

/** Applies changed rate limits starting with the next request, here at once and in other processes by announcement. */
export async function publishRateLimits({ rateLimits, database }: Gateway): Promise<void> {
  await rateLimits.refresh();
  await announce(database, "rate-limits");
}
