import type { LeakPolicy, LeakState } from "#lib/keys/leak-states.ts";
import type { ApiKeyChanges, ApiKeyRow } from "#server/data/api-keys.ts";

type Key = Pick<ApiKeyRow, "disabled" | "leakState" | "leakedAt">;

/**
 * Returns how a key changes when a new place is reported. A key that is already disabled for another reason is only
 * noted, unless the policy revokes it; a revoked one stays so.
 */
export function changesByReport(policy: LeakPolicy, key: Key, now: Date): ApiKeyChanges {
  const leakState = nextState(policy, key);
  const isStopped = leakState === "revoked" || leakState === "paused";
  const stops = isStopped && { disabled: true, pausedByAdmin: true };
  return { leakState, leakedAt: key.leakedAt ?? now, ...stops };
}

function nextState(policy: LeakPolicy, { disabled, leakState }: Key): LeakState {
  if (leakState === "revoked" || policy === "revoke") return "revoked";
  if (disabled) return leakState === "paused" ? "paused" : "notified";
  return policy === "pause" ? "paused" : "notified";
}
