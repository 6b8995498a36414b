import type { Database } from "#server/data/database.ts";
import { foldRollups } from "#server/data/rollups.ts";
import type { Ledger } from "./ledger.ts";

export type Rollups = {
  /** Resolves when the roll-ups hold every call that was finished before. Calls at the same time share one run. */
  catchUp(): Promise<void>;
};

/** Keeps the roll-ups up with the ledger. */
export function createRollups(database: Database, ledger: Pick<Ledger, "flush">): Rollups {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  // Who comes while a run is under way needs the one after it: that run may have looked before their call was written.
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
    await foldRollups(database);
  }

  return { catchUp };
}
