import type { Principal } from "#server/caller/principal.ts";

/** Returns what names the console session or the management key that starts an authorization, and alone may finish it. */
export function starterOf({ key, userId, signedInAtMs }: Principal): string {
  return key ? `key ${key.hash}` : `session ${userId} ${signedInAtMs}`;
}
