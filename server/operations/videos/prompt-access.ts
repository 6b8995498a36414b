import { ownerOnly } from "#server/auth/access.ts";
import type { Principal } from "#server/caller/principal.ts";
import type { VideoJobRow } from "#server/data/video-jobs.ts";

/**
 * Returns whether a caller who sees a job may also read its prompt and key, under the same rules as stored content: a
 * key reads those of its own jobs, a member those of the jobs they started.
 */
export function canReadPrompt(principal: Principal, row: Pick<VideoJobRow, "keyHash" | "userId">): boolean {
  const userId = ownerOnly(principal);
  if (userId) return row.userId === userId;
  return principal.management || !principal.key || row.keyHash === principal.key.hash;
}
