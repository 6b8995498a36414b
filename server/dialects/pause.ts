/** Anthropic's words for an answer that is not done: it goes on when the conversation is sent again. */
const PAUSES = new Set<unknown>(["pause_turn", "compaction"]);

/** Returns whether an upstream stopped before its answer was done; `raw` is its own finish reason. */
export function isPaused(raw: string | undefined): boolean {
  return PAUSES.has(raw);
}
