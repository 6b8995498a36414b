import type { LeakState } from "#lib/keys/leak-states.ts";

/** What a report did to a key, and what to do next. */
export const LEAK_ADVICE: Record<LeakState, string> = {
  revoked: "It was revoked and cannot be enabled again. Rotate it to get a new key.",
  paused: "It is disabled. Rotate it to get a new key; an administrator can enable it again if the report is wrong.",
  notified: "It keeps working. Rotate it, and disable it as soon as you can.",
  kept: "An administrator decided that it stays enabled.",
};
