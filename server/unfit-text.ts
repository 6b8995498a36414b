/** PostgreSQL's codes for a text that it cannot hold: bytes that are no character, and `\u0000` in JSON. */
const UNFIT = new Set<unknown>(["22021", "22P05"]);

/** Did a query fail because a text in it holds the character NUL, which the database has no place for? */
export function isUnfitText(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return UNFIT.has((error as { code?: unknown }).code) || isUnfitText(error.cause);
}
