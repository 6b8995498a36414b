import type { Principal } from "#server/caller/principal.ts";
import type { Queries } from "#server/data/database.ts";
import { type LoadedRateLimit, loadRateLimits } from "#server/data/rate-limits.ts";
import { loadNow } from "#server/data/recall.ts";
import type { Log } from "#server/log.ts";
import { type Counters, createCounters } from "./counters.ts";
import { type AppliedRule, rulesOf } from "./rules.ts";
import type { SharedStore } from "./shared-counters.ts";
import { createWaitingRoom, type WaitingRoom } from "./waiting-room.ts";

/** The rate limits of all workspaces in memory, with their counters and the requests that wait for them. */
export type RateLimitDirectory = {
  /** Returns whether the workspace of a caller has rules. */
  hasAny(caller: Principal): boolean;
  /** Returns the rules that apply to a caller, for any model. */
  of(caller: Principal): AppliedRule[];
  counters: Counters;
  room: WaitingRoom;
  /** Reloads the rules after a change. */
  refresh(): Promise<void>;
  /** Rejects the requests that wait, because the process stops. */
  drain(): void;
  close(): void;
};

type Parts = { queries: Queries; store: SharedStore | undefined; log: Log; now(): number; recall?: typeof loadNow };

export async function openRateLimits({
  queries,
  store,
  log,
  now,
  recall = loadNow,
}: Parts): Promise<RateLimitDirectory> {
  let byWorkspace = new Map<string, LoadedRateLimit[]>();
  const counters = createCounters(store, now, log);
  const room = createWaitingRoom(store !== undefined);
  const directory: RateLimitDirectory = {
    hasAny: ({ workspaceId }) => byWorkspace.has(workspaceId),
    of: (caller) => rulesOf(byWorkspace.get(caller.workspaceId) ?? [], caller),
    counters,
    room,
    async refresh() {
      const rows = await recall("rate-limits", () => loadRateLimits(queries));
      byWorkspace = Map.groupBy(rows, ({ workspaceId }) => workspaceId);
      room.wakeAll();
    },
    drain: room.drain,
    close() {
      room.drain();
      counters.close();
    },
  };
  await directory.refresh();
  return directory;
}
