import { setTimeout as sleep } from "node:timers/promises";
import type { GenerationRow } from "#server/data/generations.ts";
import { jsonText } from "#server/data/json-text.ts";
import { HttpError, isDatabaseUnavailable } from "#server/errors.ts";
import type { Log } from "#server/log.ts";
import { toColumns } from "./columns.ts";
import { createCheckpoints, type ReadProgress } from "./journal/checkpoints.ts";
import type { ClosedFile, Journal, Refusal } from "./journal/journal.ts";
import { groupsOfJournal } from "./journal/journal-groups.ts";
import { createGroup, type Entry, type FullGroup, type LimitUse } from "./limits/row-group.ts";

export type Ledger = {
  /**
   * Records a request whose response has started, with the row it would have if the process died now. Calls `read`
   * several times a second for its progress. A second request with the same id replaces the first.
   */
  begin(row: GenerationRow, uses: readonly LimitUse[], read?: ReadProgress): void;
  /**
   * Records a finished request. It is in the journal after `waitForJournal` or `keep`, which run before the last byte
   * of its response, and in the database within 200 ms; nothing waits for that.
   */
  record(row: GenerationRow, uses?: readonly LimitUse[]): void;
  /** Resolves when everything recorded so far would survive the process. */
  waitForJournal(): Promise<void>;
  /** Does the same synchronously, for callers that cannot wait for a turn of the event loop. */
  keep(): void;
  /** Resolves when everything recorded so far is in the database. */
  flush(): Promise<void>;
  /** Returns what the database does not have yet. */
  state(): LedgerState;
  /** Throws 503 if the journal has no room for another request. Requests in progress are kept. */
  requireJournalSpace(): void;
};

export type LedgerState = {
  /** Calls in progress. */
  begunCalls: number;
  /** Finished requests that are only in the journal. */
  unwrittenCalls: number;
  /** Consecutive failed writes so far. */
  failedWrites: number;
  /** Since when no further requests are accepted, because the journal has no room for them (Unix ms). */
  refusedSinceMs: number | undefined;
};

export type LedgerOptions = {
  write(group: FullGroup): Promise<void>;
  /** Called with every recorded row. */
  onRecord?(row: GenerationRow): void;
  journal: Journal;
  processId: string;
  log: Log;
  /** The most bytes of finished requests to hold in memory for the database; later ones are read from the journal. */
  mostHeldBytes?: number;
};

const GROUP_ROWS = 500;
const GROUP_MS = 200;
const RETRY_MS = 500;
/** In characters. */
const LONGEST_JOURNAL = 16 * 1024 * 1024;
const MOST_HELD_BYTES = 32 * 1024 * 1024;
const REPAIR_MS = 1_000;

/**
 * Creates the ledger, which groups rows into few statements: in the embedded database a statement costs as much as
 * thirty rows. A failed write is retried until it succeeds; no row is dropped. In a long outage only the journal holds
 * the rows, and they are read from it afterwards.
 */
export function createLedger(options: LedgerOptions): Ledger {
  const { write, onRecord, journal, processId, log, mostHeldBytes = MOST_HELD_BYTES } = options;
  // A request's progress may be lost on a full disk; its end needs the space.
  const begun = createCheckpoints((line) => void (journal.refusal() || append(line)));
  let group = createGroup(processId);
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let pending = 0;
  let heldBytes = 0;
  /** Finished requests that are only in the current file of the journal; undefined while groups hold them in memory. */
  let spilled: number | undefined;
  let unwrittenCalls = 0;
  let failedWrites = 0;
  let lengthOfJournal = 0;
  setInterval(journal.repair, REPAIR_MS).unref();

  function append(line: string): void {
    journal.append(line);
    lengthOfJournal += line.length;
    // Without this, a journal file would grow while requests are in progress and none finishes.
    if (lengthOfJournal > LONGEST_JOURNAL && group.size() === 0) closeFile(rotateJournal());
  }

  /** Reads an earlier file if its requests are only there, and retires it once they are in the database. */
  function closeFile(closed: ClosedFile | undefined): void {
    if (!closed) return;
    const calls = spilled ?? 0;
    if (spilled !== undefined) spilled = 0;
    afterEarlier(async () => {
      if (calls > 0) for (const full of groupsOfJournal(closed.path, processId, GROUP_ROWS)) await writeUntilDone(full);
      unwrittenCalls -= calls;
      closed.retire();
    });
  }

  /**
   * Starts a new journal file with the requests in progress. With thousands of calls it waits until the old file is at
   * least as long as their lines. Until then the file also contains rows that the database already has, which recovery
   * ignores.
   */
  function rotateJournal(isRequired = false): ClosedFile | undefined {
    if (begun.length() > lengthOfJournal && !isRequired) return undefined;
    const closed = journal.rotate();
    if (!closed) return undefined;
    lengthOfJournal = 0;
    for (const line of begun.lines()) journal.append(line);
    return closed;
  }

  function writeGroup(): void {
    clearTimeout(timer);
    timer = undefined;
    if (group.size() === 0) return;
    const count = group.size();
    const full = group.finish();
    group = createGroup(processId);
    const sizeBytes = full.rowsJson.length;
    heldBytes += sizeBytes;
    const closed = rotateJournal();
    afterEarlier(async () => {
      await writeUntilDone(full);
      heldBytes -= sizeBytes;
      unwrittenCalls -= count;
      closed?.retire();
    });
    if (heldBytes > mostHeldBytes) spilled ??= 0;
  }

  /** Writes group after group; after the last one, writes the requests that are only in the journal. */
  function afterEarlier(step: () => Promise<void>): void {
    pending += 1;
    writing = writing.then(step).then(() => {
      pending -= 1;
      if (pending === 0) catchUp();
    });
  }

  function catchUp(): void {
    if (spilled === undefined) return;
    const closed = rotateJournal(true);
    if (!closed) return;
    closeFile(closed);
    spilled = undefined;
  }

  async function writeUntilDone(full: FullGroup): Promise<void> {
    for (;;) {
      try {
        await write(full);
        failedWrites = 0;
        return;
      } catch (error) {
        failedWrites += 1;
        // An outage is logged where it is noticed.
        if (!isDatabaseUnavailable(error)) log.error({ error }, "ledger write failed, trying again");
        await sleep(RETRY_MS);
      }
    }
  }

  return {
    begin(row, uses, read) {
      const line = `{"begun":${jsonText(toColumns(row))},"uses":${JSON.stringify(uses)}}`;
      begun.add(row.id, line, read);
      append(line);
    },
    record(row, uses = []) {
      const usesJson = uses.length === 0 ? "[]" : JSON.stringify(uses);
      const entry: Entry = { row, rowJson: jsonText(toColumns(row)), uses, usesJson };
      unwrittenCalls += 1;
      if (spilled === undefined) group.add(entry);
      else spilled += 1;
      append(`{"row":${entry.rowJson},"uses":${usesJson}}`);
      begun.remove(row.id);
      onRecord?.(row);
      if (group.size() >= GROUP_ROWS) writeGroup();
      else if (group.size() > 0) timer ??= setTimeout(writeGroup, GROUP_MS);
    },
    waitForJournal: () => journal.written(),
    keep: () => journal.flush(),
    async flush() {
      writeGroup();
      await writing;
      // On a full disk the last file cannot be closed, and has to be read when there is space.
      while (pending > 0 || spilled !== undefined) {
        if (pending === 0) {
          await sleep(RETRY_MS);
          catchUp();
        }
        await writing;
      }
    },
    state: () => ({
      begunCalls: begun.size(),
      unwrittenCalls,
      failedWrites,
      refusedSinceMs: journal.refusal()?.sinceMs,
    }),
    requireJournalSpace() {
      const refusal = journal.refusal();
      if (refusal) throw ledgerUnavailable(refusal);
    },
  };
}

const RETRY_SECONDS = 5;

function ledgerUnavailable({ reason }: Refusal): HttpError {
  const why = reason === "disk" ? "its disk is full" : "it has reached JOURNAL_MAX_BYTES while the database is down";
  return new HttpError(503, `ledger_unavailable: the gateway cannot record requests, because ${why}; try again later`, {
    metadata: { reason: "ledger_unavailable" },
    headers: { "retry-after": String(RETRY_SECONDS) },
  });
}
