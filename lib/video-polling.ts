const SHORTEST_MS = 1000;
const LONGEST_MS = 15_000;

/** How long to wait before a job is asked for again: a quarter of its age, so that a young one is seen to end at once. */
export function pauseOf(ageMs: number): number {
  return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, Math.round(ageMs / 4)));
}

/** When an address that needs no key ends to hold, by what it says itself; undefined where it says nothing. */
export function addressEndMs(address: string | undefined): number | undefined {
  if (!address || !URL.canParse(address)) return undefined;
  const seconds = Number(new URL(address).searchParams.get("expires") ?? Number.NaN);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : undefined;
}
