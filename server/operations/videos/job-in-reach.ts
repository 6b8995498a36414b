import { ownerOnly } from "#server/auth/reach.ts";
import type { Principal } from "#server/caller/principal.ts";
import type { VideoJobRow } from "#server/data/video-jobs.ts";

/**
 * Whether a caller who sees a job may also read what it was asked for, and through which key: the same who may read what
 * a call said. A key reads its own jobs', a member those they have begun.
 */
export function readsPrompt(principal: Principal, row: Pick<VideoJobRow, "keyHash" | "userId">): boolean {
  const userId = ownerOnly(principal);
  if (userId) return row.userId === userId;
  return principal.management || !principal.key || row.keyHash === principal.key.hash;
}
