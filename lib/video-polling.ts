const SHORTEST_MS = 1000;
const LONGEST_MS = 15_000;

/**
 * Returns how long to wait before the next poll of a job: a quarter of its age, so that short jobs are polled often.
 */
export function pauseOf(ageMs: number): number {
  return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, Math.round(ageMs / 4)));
}

/** Returns when a signed address expires, by its own parameters; undefined if it has none. */
export function addressEndMs(address: string | undefined): number | undefined {
  if (!address || !URL.canParse(address)) return undefined;
  const seconds = Number(new URL(address).searchParams.get("expires") ?? Number.NaN);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : undefined;
}
