import type { Principal } from "#server/auth/principal.ts";

/** Who changes prices, as their rows remember it. */
export function authorOf({ userId, key }: Principal): string {
  return userId ?? key?.label ?? "unknown";
}
