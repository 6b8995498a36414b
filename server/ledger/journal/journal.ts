import { closeSync, existsSync, mkdirSync, openSync, rmSync, utimesSync, writeSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { journalName } from "./journal-name.ts";

/**
 * What the ledger has taken and the database does not have yet, as lines of a local file. A line that is in the
 * operating system's hands survives a killed process, though not a power cut.
 */
export type Journal = {
  /** Takes a line, which is written with the others of this turn of the event loop: a write costs more than a line. */
  append(line: string): void;
  /** Resolves when all lines taken so far are in the operating system's hands. */
  written(): Promise<void>;
  /** Hands over all lines now. */
  flush(): void;
  /** Begins a new file. Answers how to remove the earlier ones, once the database has what they say. */
  rotate(): () => void;
  /** Says that the process lives, to others that share the folder. */
  touch(): void;
  /** `isNeeded`: the database does not have all it says, and the next start has to bring it in. */
  close(isNeeded?: boolean): void;
};

/** Opens a journal in a folder that may hold other processes' too. */
export function openJournal(folder: string, processId: string): Journal {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  let number = 0;
  let file = fileOf(number);
  let descriptor = openSync(file, "a", 0o600);
  let lines = "";
  /** What a full disk has not taken of the lines before. */
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
    // A failed write keeps its lines for the next; who waits for this one is told.
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
      // Who took this process for dead has brought in what the file said, and removed it.
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
