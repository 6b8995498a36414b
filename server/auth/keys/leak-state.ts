/** Returns whether a report that the key leaked disabled it. */
export function isStoppedByLeak({ disabled, leakState }: { disabled: boolean; leakState: string | null }): boolean {
  return disabled && (leakState === "revoked" || leakState === "paused");
}
