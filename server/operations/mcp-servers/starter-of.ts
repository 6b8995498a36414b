import type { Principal } from "#server/caller/principal.ts";

/** Returns an id of the console session or management key that starts an authorization; only that one may finish it. */
export function starterOf({ key, userId, signedInAtMs }: Principal): string {
  return key ? `key ${key.hash}` : `session ${userId} ${signedInAtMs}`;
}
