import { join } from "node:path";
import { announce } from "#server/data/changes.ts";
import type { Database } from "#server/data/database.ts";
import type { GenerationRow } from "#server/data/generations.ts";
import {
  acquireLease,
  dropLeases,
  dropProcessLeases,
  handOverLease,
  keepLeases,
  LEASE_SECONDS,
  returnLease,
  sweepLeases,
} from "#server/data/leases.ts";
import type { Log } from "#server/log.ts";
import { openJournal } from "./journal/journal.ts";
import { recoverLedger } from "./journal/recover.ts";
import { writeGroup } from "./journal/write-group.ts";
import { createLedger, type Ledger } from "./ledger.ts";
import type { FullGroup } from "./limits/group.ts";
import { createLeases, type Leases } from "./limits/leases.ts";

export type OpenLedgerOptions = {
  database: Database;
  dataFolder: string;
  onRecord(row: GenerationRow): void;
  log: Log;
  now(): number;
};

export type OpenedLedger = {
  ledger: Ledger;
  leases: Leases;
  /**
   * Renews this process's leases, frees those of dead processes and recovers their journals. Must run every few
   * seconds.
   */
  keep(): Promise<void>;
  close(): Promise<void>;
};

/**
 * With several processes on one database, a slice is an eighth of the remaining budget, so that each process gets some.
 */
const SLICES = 8;
const IDLE_MS = 5_000;

/** Opens the ledger and the leases of one process, after recovering calls of processes that died here. */
export async function openLedger({
  database,
  dataFolder,
  onRecord,
  log,
  now,
}: OpenLedgerOptions): Promise<OpenedLedger> {
  const { pool, embedded } = database;
  const processId = crypto.randomUUID();
  const folder = join(dataFolder, "journal");
  const journal = openJournal(folder, processId);
  const write = (group: FullGroup) => writeGroup(pool, group);
  const recover = async () => {
    const count = await recoverLedger({ folder, processId, isAlone: embedded, nowMs: now(), write, log });
    if (count > 0) log.warn({ count }, "brought in calls of a process that died");
  };
  // What cannot be recovered now is retried when leases are renewed.
  await recover().catch((error) => log.error({ error }, "calls of a process that died could not be brought in"));
  // The embedded database serves one process, so earlier lease holders are gone.
  if (embedded) await dropProcessLeases(pool);
  const leases = createLeases(
    {
      acquire: (request) => acquireLease(pool, processId, request),
      giveBack: (account, start, nanoUsd) => returnLease(pool, processId, account, start, nanoUsd),
      askBack: () => announce(database, "leases"),
      handOver: (holderId, room) => handOverLease(pool, processId, holderId, room),
    },
    { parts: embedded ? 1 : SLICES, now },
  );
  let keptMs = now();
  const ledger = createLedger({ write, onRecord, journal, processId, log });
  return {
    ledger,
    leases,
    async keep() {
      journal.touch();
      const askedMs = now();
      await keepLeases(pool, processId);
      // The embedded database serves one process, so no other can have taken expired leases.
      if (!embedded && now() - keptMs >= LEASE_SECONDS * 1000) {
        log.warn({ seconds: Math.round((now() - keptMs) / 1000) }, "leases were not kept in time and are given up");
        leases.lose();
        await dropLeases(pool, processId);
      }
      keptMs = askedMs;
      await sweepLeases(pool);
      await recover();
      if (!embedded) await leases.releaseIdle(IDLE_MS);
    },
    async close() {
      await ledger.flush();
      await dropLeases(pool, processId);
      journal.close(ledger.state().begunCalls > 0);
    },
  };
}
