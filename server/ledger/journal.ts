import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";

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
  let turn: Promise<void> | undefined;

  function flush(): void {
    if (lines === "") return;
    writeSync(descriptor, lines);
    lines = "";
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

  function fileOf(index: number): string {
    return join(folder, `${process.pid}.${processId}.${index}.jsonl`);
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

/** A journal that its process left behind. */
export type Orphan = { lines: string[]; remove(): void };

/** A process that shares the folder touches its journal this often at the least; one that has not is dead. */
const SILENT_MS = 60_000;

/** The journals of processes that have died. A last line that was cut in the middle of its writing is left out. */
export function findOrphans(folder: string, ownProcessId: string, nowMs: number): Orphan[] {
  const orphans: Orphan[] = [];
  for (const name of readdirSync(folder)) {
    const [pid, processId] = name.split(".");
    if (!name.endsWith(".jsonl") || processId === ownProcessId) continue;
    const file = join(folder, name);
    if (isAlive(Number(pid)) && nowMs - statSync(file).mtimeMs < SILENT_MS) continue;
    const whole = readFileSync(file, "utf8");
    const lines = whole
      .slice(0, whole.lastIndexOf("\n") + 1)
      .split("\n")
      .filter(Boolean);
    orphans.push({ lines, remove: () => rmSync(file, { force: true }) });
  }
  return orphans;
}

// In a container every process has the same number: a journal under our own number that is not ours is a dead one's.
function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
