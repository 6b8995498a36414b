import { closeSync, existsSync, mkdirSync, openSync, readdirSync, statSync, utimesSync, writeSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { journalName, readJournalName } from "./journal-name.ts";
import { createReserve, reserveOf } from "./reserve.ts";

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
  /** Resolves when all lines so far were handed to the operating system, or wait for space on a full disk. */
  written(): Promise<void>;
  /** Writes all lines now. What a full disk does not accept waits for space. */
  flush(): void;
  /** Starts a new file. Returns the earlier one; undefined if the disk has no space for a new one. */
  rotate(): ClosedFile | undefined;
  /** Marks this process as alive for others that share the folder. */
  touch(): void;
  /** Returns why no further requests can be kept; undefined if they can. */
  refusal(): Refusal | undefined;
  /** Retries to write what waits for space on a full disk. */
  repair(): void;
  /** Closes the journal. `isNeeded`: the database lacks some of its lines, so the next start must recover them. */
  close(isNeeded?: boolean): void;
};

/** An earlier file of this process; `retire` it once the database has its contents. */
export type ClosedFile = { path: string; retire(): void };

/** `disk`: a write failed, usually because the disk is full. `bound`: the folder has reached its maximum size. */
export type Refusal = { reason: "disk" | "bound"; sinceMs: number };

export type JournalOptions = {
  /** Called with a file whose contents are in the database. */
  retire(file: string): void;
  /** The most bytes of all journals in the folder. */
  mostBytes?: number;
  /** Called when a write fails that follows a successful one. */
  onFull?(error: unknown): void;
};

/** Enough for the final lines of 2,500 requests in progress. */
const RESERVE_BYTES = 4 * 1024 * 1024;

/** Opens a journal in a folder that may contain journals of other processes. */
export function openJournal(folder: string, processId: string, options: JournalOptions): Journal {
  const { retire, mostBytes = Number.POSITIVE_INFINITY, onFull } = options;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const reserve = createReserve(reserveOf(folder, processId), Math.floor(Math.min(RESERVE_BYTES, mostBytes / 4)));
  let number = 0;
  let file = fileOf(number);
  let descriptor = openSync(file, "a", 0o600);
  let lines = "";
  /** Bytes of earlier lines that a full disk did not accept. */
  let rest = Buffer.alloc(0);
  let turn: Promise<void> | undefined;
  let folderBytes = 0;
  let fullSinceMs: number | undefined;
  let boundSinceMs: number | undefined;
  let isClosed = false;

  function flush(): void {
    if (lines === "" && rest.length === 0) return;
    const bytes = Buffer.from(lines);
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    lines = "";
    try {
      writeRest();
    } catch (error) {
      turnFull(error);
    }
  }

  function writeRest(): void {
    while (rest.length > 0) {
      const count = writeSync(descriptor, rest);
      folderBytes += count;
      rest = rest.subarray(count);
    }
  }

  /** From now on no requests are accepted; those in progress use the reserve. */
  function turnFull(error: unknown): void {
    if (fullSinceMs === undefined) onFull?.(error);
    fullSinceMs ??= Date.now();
    reserve.free();
    try {
      writeRest();
    } catch {
      // The lines wait in memory for `repair`.
    }
  }

  function repair(): void {
    if (fullSinceMs === undefined || isClosed) return;
    try {
      writeRest();
      reserve.make();
      fullSinceMs = undefined;
    } catch {
      // Still full.
    }
  }

  function written(): Promise<void> {
    turn ??= new Promise((done) =>
      setImmediate(() => {
        turn = undefined;
        done(flush());
      }),
    );
    return turn;
  }

  function measure(): void {
    folderBytes = 0;
    for (const name of readdirSync(folder)) {
      if (!readJournalName(name)) continue;
      folderBytes += statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
    }
  }

  function fileOf(index: number): string {
    return join(folder, journalName({ pid: process.pid, processId, index, host: hostname() }));
  }

  /** A file that cannot be retired stays; its requests, which the database has, are ignored at the next start. */
  function retireFile(path: string): void {
    const sizeBytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    try {
      retire(path);
      folderBytes -= sizeBytes;
    } catch (error) {
      turnFull(error);
    }
  }

  measure();
  try {
    reserve.make();
  } catch (error) {
    turnFull(error);
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
      if (rest.length > 0) return undefined;
      const next = fileOf(number + 1);
      try {
        const opened = openSync(next, "a", 0o600);
        closeSync(descriptor);
        descriptor = opened;
      } catch (error) {
        turnFull(error);
        return undefined;
      }
      const earlier = file;
      number += 1;
      file = next;
      return { path: earlier, retire: () => retireFile(earlier) };
    },
    touch() {
      // A process that considered this one dead has recovered the file and removed it.
      if (!existsSync(file)) {
        closeSync(descriptor);
        descriptor = openSync(file, "a", 0o600);
      }
      const now = new Date();
      utimesSync(file, now, now);
      measure();
    },
    refusal() {
      if (fullSinceMs !== undefined) return { reason: "disk", sinceMs: fullSinceMs };
      if (folderBytes < mostBytes) boundSinceMs = undefined;
      else boundSinceMs ??= Date.now();
      return boundSinceMs === undefined ? undefined : { reason: "bound", sinceMs: boundSinceMs };
    },
    repair,
    close(isNeeded) {
      flush();
      isClosed = true;
      closeSync(descriptor);
      reserve.free();
      if (!isNeeded) retire(file);
    },
  };
}
