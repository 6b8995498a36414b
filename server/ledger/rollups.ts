import type { Database } from "#server/data/database.ts";
import { updateRollups } from "#server/data/rollups.ts";
import type { Ledger } from "./ledger.ts";

export type Rollups = {
  /** Resolves when the roll-ups include every request that finished before. Concurrent requests share one run. */
  catchUp(): Promise<void>;
};

/** Creates roll-ups that follow the ledger. */
export function createRollups(database: Database, ledger: Pick<Ledger, "flush">): Rollups {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  // A request during a run needs the next run, because the current one may have missed its request.
  function catchUp(): Promise<void> {
    if (!running) {
      running = run().finally(() => {
        running = undefined;
      });
      return running;
    }
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return catchUp();
      });
    return next;
  }

  async function run(): Promise<void> {
    await ledger.flush();
    await updateRollups(database);
  }

  return { catchUp };
}
