/** The states of a batch, as in OpenAI's Batch API. */
export const BATCH_STATES = [
  ...(["validating", "failed", "in_progress", "finalizing"] as const),
  ...(["completed", "expired", "cancelling", "cancelled"] as const),
] as const;

export type BatchState = (typeof BATCH_STATES)[number];

const ENDED: readonly string[] = ["failed", "completed", "expired", "cancelled"] satisfies BatchState[];

/** Returns whether a batch in this state no longer changes. */
export function hasBatchEnded(state: string): boolean {
  return ENDED.includes(state);
}
