import { join } from "node:path";
import { announce } from "#server/data/changes.ts";
import type { Database } from "#server/data/database.ts";
import type { GenerationRow } from "#server/data/generations.ts";
import { isSilent } from "#server/data/is-silent.ts";
import {
  acquireLease,
  dropLeases,
  dropProcessLeases,
  handOverLease,
  keepLeases,
  LEASE_SECONDS,
  returnLeases,
  sweepLeases,
} from "#server/data/leases.ts";
import { databaseUnavailable, isDatabaseUnavailable } from "#server/errors.ts";
import type { Log } from "#server/log.ts";
import { openJournal } from "./journal/journal.ts";
import { keepJournal, removeJournal, replayKeptJournals } from "./journal/kept-journals.ts";
import { readOverdrawn } from "./journal/overdrawn.ts";
import { recoverLedger } from "./journal/recover.ts";
import { writeGroup } from "./journal/write-group.ts";
import { createLedger, type Ledger } from "./ledger.ts";
import { createLeases, type Leases } from "./limits/leases.ts";
import { createOverdrafts } from "./limits/overdrafts.ts";
import type { FullGroup } from "./limits/row-group.ts";

export type OpenLedgerOptions = {
  database: Database;
  dataFolder: string;
  /** Whether journal files are kept for a restored snapshot after the database has their requests. */
  keepsJournal: boolean;
  onRecord(row: GenerationRow): void;
  /** What each key may spend beyond its leases in an outage of the database; nothing if absent. */
  overdraftNanoUsd?: number;
  /** The most bytes of requests to keep on disk for the database; no bound if absent. */
  journalMaxBytes?: number;
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
  /** Writes what waited for the database while it did not respond. */
  settle(downMs: number): Promise<void>;
  close(): Promise<void>;
};

/**
 * How long to take no new leases after an outage in which leases expired: by then each process has written what it
 * spent; otherwise that would not count against the limits.
 */
const SETTLING_MS = 3_000;

/**
 * With several processes on one database, a slice is an eighth of the remaining budget, so that each process gets some.
 */
const SLICES = 8;
const IDLE_MS = 5_000;

/** Opens the ledger and the leases of one process, after recovering requests of processes that died here. */
export async function openLedger({
  database,
  dataFolder,
  keepsJournal,
  onRecord,
  overdraftNanoUsd,
  journalMaxBytes,
  log,
  now,
}: OpenLedgerOptions): Promise<OpenedLedger> {
  const { pool, embedded, gate } = database;
  const processId = crypto.randomUUID();
  const folder = join(dataFolder, "journal");
  const retire = keepsJournal ? keepJournal : removeJournal;
  const journal = openJournal(folder, processId, {
    retire,
    ...(journalMaxBytes !== undefined && { mostBytes: journalMaxBytes }),
    onFull: (error) => log.error({ error }, "the journal cannot be written; model requests are rejected"),
  });
  if (database.restored) replayKeptJournals(folder);
  const write = (group: FullGroup) => writeGroup(pool, group);
  const recover = async () => {
    const count = await recoverLedger({ folder, processId, isAlone: embedded, nowMs: now(), write, retire, log });
    if (count > 0) log.warn({ count }, "recovered the requests of a dead process");
  };
  // What cannot be recovered now is retried when leases are renewed.
  await recover().catch((error) => log.error({ error }, "requests of a dead process could not be recovered"));
  // The embedded database serves one process, so earlier lease holders are gone.
  if (embedded) await dropProcessLeases(pool);
  const overdrafts = createOverdrafts(
    overdraftNanoUsd ?? 0,
    gate.shutSinceMs() === undefined ? undefined : readOverdrawn(folder, processId, now()),
  );
  let settlingUntilMs = 0;
  const leases = createLeases(
    {
      acquire: async (request) => {
        if (now() < settlingUntilMs) throw databaseUnavailable();
        return gate
          .unlessShut(() => acquireLease(pool, processId, request))
          .catch((error) => {
            throw isSilent(error) ? databaseUnavailable(error) : error;
          });
      },
      giveBack: (rest) => returnLeases(pool, processId, rest),
      askBack: () => announce(database, "leases"),
      handOver: (holderId, room) => handOverLease(pool, processId, holderId, room),
    },
    { parts: embedded ? 1 : SLICES, now, overdrafts },
  );
  let keptMs = now();
  const created = createLedger({ write, onRecord, journal, processId, log });
  const ledger: Ledger = { ...created, flush: () => gate.unlessShut(created.flush) };
  return {
    ledger,
    leases,
    async settle(downMs) {
      if (downMs > LEASE_SECONDS * 500) settlingUntilMs = now() + SETTLING_MS;
      await ledger.flush();
      overdrafts.clear();
    },
    async keep() {
      journal.touch();
      const askedMs = now();
      await keepLeases(pool, processId);
      // The embedded database serves one process, so no other can have taken expired leases.
      if (!embedded && now() - keptMs >= LEASE_SECONDS * 1000) {
        log.warn({ seconds: Math.round((now() - keptMs) / 1000) }, "leases were not renewed in time and are released");
        leases.lose();
        await dropLeases(pool, processId);
      }
      keptMs = askedMs;
      if (now() >= settlingUntilMs) await sweepLeases(pool);
      await recover();
      if (!embedded) await leases.releaseIdle(IDLE_MS);
    },
    async close() {
      try {
        await ledger.flush();
        await dropLeases(pool, processId);
      } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error;
        log.warn({ calls: ledger.state().unwrittenCalls }, "calls stay in the journal until the next start");
      }
      const { begunCalls, unwrittenCalls } = ledger.state();
      journal.close(begunCalls + unwrittenCalls > 0);
    },
  };
}
