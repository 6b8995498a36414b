import { createRecall, type Recall } from "#server/data/recall.ts";
import type { Environment } from "#server/env.ts";
import type { Log } from "#server/log.ts";
import { openStateVault } from "#server/security/vault.ts";
import { type LastKnownState, readState, saveState } from "./last-known-state.ts";

/**
 * Saves the state that this process keeps in memory, and loads it in a process that starts while the database does not
 * respond.
 */
export type StateKeeper = {
  recall: Recall;
  /** Returns whether there is a state to start from; called only if the database does not respond. */
  canStart(): boolean;
  /**
   * Returns when the state that this process serves from was saved (Unix ms); undefined once it has read the database.
   */
  servesFromMs(): number | undefined;
  save(): Promise<void>;
};

export function createStateKeeper(environment: Environment, log: Log, now: () => number): StateKeeper {
  const { DATABASE_URL: databaseUrl = "", DATA_DIR: folder, LAST_KNOWN_STATE_MAX_HOURS: maxHours } = environment;
  const file = { folder, databaseUrl, vault: openStateVault(environment) };
  let state: LastKnownState | undefined;
  const { recall, readAll } = createRecall(() => state?.parts);
  return {
    recall,
    canStart() {
      state = readState(file, maxHours, now(), log);
      if (state) {
        const savedAt = new Date(state.savedAtMs).toISOString();
        log.error({ savedAt }, "the database is not responding; this process starts from the last known state");
      }
      return state !== undefined;
    },
    servesFromMs: () => state?.savedAtMs,
    async save() {
      const savedAtMs = now();
      saveState(file, { savedAtMs, parts: await readAll() });
      state = undefined;
    },
  };
}
