import { setTimeout as sleep } from "node:timers/promises";
import type { GenerationRow } from "#server/data/generations.ts";
import { jsonText } from "#server/data/json-text.ts";
import type { Log } from "#server/log.ts";
import { toColumns } from "./columns.ts";
import { createCheckpoints, type ReadProgress } from "./journal/checkpoints.ts";
import type { Journal } from "./journal/journal.ts";
import { createGroup, type Entry, type FullGroup, type LimitUse } from "./limits/group.ts";

export type Ledger = {
  /**
   * Records a call whose response has started, with the row it would have if the process died now. Calls `read` several
   * times a second for its progress. A second call with the same id replaces the first.
   */
  begin(row: GenerationRow, uses: readonly LimitUse[], read?: ReadProgress): void;
  /**
   * Records a finished call. It is in the journal after `waitForJournal` or `keep`, which run before the last byte of its
   * response, and in the database within 200 ms; nothing waits for that.
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
};

export type LedgerState = {
  /** Calls in progress. */
  begunCalls: number;
  /** Finished calls that are only in the journal. */
  unwrittenCalls: number;
  /** Consecutive failed writes so far. */
  failedWrites: number;
};

export type LedgerOptions = {
  write(group: FullGroup): Promise<void>;
  /** Called with every recorded row. */
  onRecord?(row: GenerationRow): void;
  journal: Journal;
  processId: string;
  log: Log;
};

const GROUP_ROWS = 500;
const GROUP_MS = 200;
const RETRY_MS = 500;
/** In characters. */
const LONGEST_JOURNAL = 16 * 1024 * 1024;

/**
 * Creates the ledger, which groups rows into few statements: in the embedded database a statement costs as much as
 * thirty rows. A failed write is retried until it succeeds; no row is dropped.
 */
export function createLedger({ write, onRecord, journal, processId, log }: LedgerOptions): Ledger {
  const begun = createCheckpoints(append);
  let group = createGroup(processId);
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let unwrittenCalls = 0;
  let failedWrites = 0;
  let lengthOfJournal = 0;

  function append(line: string): void {
    journal.append(line);
    lengthOfJournal += line.length;
    // Without this, a journal file would grow while calls are in progress and none finishes.
    if (lengthOfJournal > LONGEST_JOURNAL && group.size() === 0) writing = writing.then(rotateJournal());
  }

  /**
   * Starts a new journal file with the calls in progress. With thousands of calls it waits until the old file is at
   * least as long as their lines. Until then the file also contains rows that the database already has, which recovery
   * ignores.
   */
  function rotateJournal(): () => void {
    if (begun.length() > lengthOfJournal) return () => undefined;
    lengthOfJournal = 0;
    const forget = journal.rotate();
    for (const line of begun.lines()) journal.append(line);
    return forget;
  }

  function writeGroup(): void {
    clearTimeout(timer);
    timer = undefined;
    if (group.size() === 0) return;
    const count = group.size();
    const full = group.finish();
    group = createGroup(processId);
    const forget = rotateJournal();
    writing = writing
      .then(() => writeUntilDone(full))
      .then(() => {
        unwrittenCalls -= count;
        forget();
      });
  }

  async function writeUntilDone(full: FullGroup): Promise<void> {
    for (;;) {
      try {
        await write(full);
        failedWrites = 0;
        return;
      } catch (error) {
        failedWrites += 1;
        log.error({ error }, "ledger write failed, trying again");
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
      append(`{"row":${entry.rowJson},"uses":${usesJson}}`);
      begun.remove(row.id);
      group.add(entry);
      unwrittenCalls += 1;
      onRecord?.(row);
      if (group.size() >= GROUP_ROWS) writeGroup();
      else timer ??= setTimeout(writeGroup, GROUP_MS);
    },
    waitForJournal: () => journal.written(),
    keep: () => journal.flush(),
    async flush() {
      writeGroup();
      await writing;
    },
    state: () => ({ begunCalls: begun.size(), unwrittenCalls, failedWrites }),
  };
}
