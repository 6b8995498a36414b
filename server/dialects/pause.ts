/** Anthropic's stop reasons for an unfinished response: it continues when the conversation is sent again. */
const PAUSES = new Set<unknown>(["pause_turn", "compaction"]);

/** Returns whether an upstream stopped before its response was complete; `raw` is its own finish reason. */
export function isPaused(raw: string | undefined): boolean {
  return PAUSES.has(raw);
}
