import type { Principal } from "#server/caller/principal.ts";

/** Who changes prices, as their rows remember it. */
export function authorOf({ userId, key }: Principal): string {
  return userId ?? key?.label ?? "unknown";
}
