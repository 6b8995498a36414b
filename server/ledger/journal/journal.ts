import { closeSync, existsSync, mkdirSync, openSync, rmSync, utimesSync, writeSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { journalName } from "./journal-name.ts";

/**
 * A local file of ledger lines that the database does not have yet. A line handed to the operating system survives a
 * killed process, but not a power failure.
 */
export type Journal = {
  /**
   * Appends a line. It is written together with the other lines of this turn of the event loop, because a write costs
   * more than a line.
   */
  append(line: string): void;
  /** Resolves when all lines so far were handed to the operating system. */
  written(): Promise<void>;
  /** Writes all lines now. */
  flush(): void;
  /**
   * Starts a new file. Returns a function that removes the earlier files, to call once the database has their contents.
   */
  rotate(): () => void;
  /** Marks this process as alive for others that share the folder. */
  touch(): void;
  /** Closes the journal. `isNeeded`: the database lacks some of its lines, so the next start must recover them. */
  close(isNeeded?: boolean): void;
};

/** Opens a journal in a folder that may contain journals of other processes. */
export function openJournal(folder: string, processId: string): Journal {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  let number = 0;
  let file = fileOf(number);
  let descriptor = openSync(file, "a", 0o600);
  let lines = "";
  /** Bytes of earlier lines that a full disk did not accept. */
  let rest = Buffer.alloc(0);
  let turn: Promise<void> | undefined;

  function flush(): void {
    if (lines === "" && rest.length === 0) return;
    const bytes = Buffer.from(lines);
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    lines = "";
    while (rest.length > 0) rest = rest.subarray(writeSync(descriptor, rest));
  }

  function written(): Promise<void> {
    if (turn) return turn;
    turn = new Promise((done, fail) =>
      setImmediate(() => {
        turn = undefined;
        try {
          done(flush());
        } catch (error) {
          fail(error);
        }
      }),
    );
    // A failed write keeps its lines for the next one; whoever awaits this write gets the error.
    turn.catch(() => undefined);
    return turn;
  }

  function reopen(): void {
    closeSync(descriptor);
    descriptor = openSync(file, "a", 0o600);
  }

  function fileOf(index: number): string {
    return join(folder, journalName({ pid: process.pid, processId, index, host: hostname() }));
  }

  return {
    append(line) {
      lines += `${line}\n`;
      void written();
    },
    written,
    flush,
    rotate() {
      flush();
      const earlier = file;
      closeSync(descriptor);
      number += 1;
      file = fileOf(number);
      descriptor = openSync(file, "a", 0o600);
      return () => rmSync(earlier, { force: true });
    },
    touch() {
      // A process that took this one for dead has recovered the file and removed it.
      if (!existsSync(file)) reopen();
      const now = new Date();
      utimesSync(file, now, now);
    },
    close(isNeeded) {
      flush();
      closeSync(descriptor);
      if (!isNeeded) rmSync(file, { force: true });
    },
  };
}
