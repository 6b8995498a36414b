import type { Principal } from "#server/caller/principal.ts";

/** Returns who changes prices, as their rows store it. */
export function authorOf({ userId, key, actorName }: Principal): string {
  return userId ?? key?.label ?? actorName ?? "unknown";
}
