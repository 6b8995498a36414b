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
   * Notes a call whose answer begins, so that it is not lost with the process: the row it would then have. `read` is
   * asked several times a second how far it is. A call that begins again replaces what it had begun with.
   */
  begin(row: GenerationRow, uses: readonly LimitUse[], read?: ReadProgress): void;
  /**
   * Takes a finished call. It is in the journal after `kept` or `keep`, which come before its answer's last byte, and
   * in the database with others within a fifth of a second; nothing waits for that.
   */
  record(row: GenerationRow, uses?: readonly LimitUse[]): void;
  /** Resolves when everything taken so far would outlive the process. */
  kept(): Promise<void>;
  /** The same at once, for who cannot wait a turn of the event loop. */
  keep(): void;
  /** Resolves when everything taken so far is in the database. */
  flush(): Promise<void>;
  /** What the database does not have yet. */
  state(): LedgerState;
};

export type LedgerState = {
  /** Calls whose answers are under way. */
  begunCalls: number;
  /** Finished calls that only the journal has. */
  unwrittenCalls: number;
  /** Writes that failed in a row until now. */
  failedWrites: number;
};

export type LedgerOptions = {
  write(group: FullGroup): Promise<void>;
  /** Told of every row as it is taken. */
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
 * Groups ledger rows into few statements: a statement costs the embedded database as much as thirty rows.
 * A write that fails is tried again until it succeeds: no row is dropped.
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
    // Nothing else ends a file while answers are under way and none ends.
    if (lengthOfJournal > LONGEST_JOURNAL && group.size() === 0) writing = writing.then(rotateJournal());
  }

  /**
   * A new file of the journal begins with the calls under way. With thousands of them that waits until as much has
   * come; until then the file says more than the database lacks, which changes nothing for who recovers it.
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
    kept: () => journal.written(),
    keep: () => journal.flush(),
    async flush() {
      writeGroup();
      await writing;
    },
    state: () => ({ begunCalls: begun.size(), unwrittenCalls, failedWrites }),
  };
}
