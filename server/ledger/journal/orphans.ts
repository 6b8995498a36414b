import { readdirSync, rmSync, statSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { isHost, readJournalName } from "./journal-name.ts";

/** The journal that a dead process left behind: all its files, in the order in which they were written. */
export type Orphan = { processId: string; files: string[]; remove(): void };

type JournalFile = { path: string; index: number; pid: number; isHere: boolean; changedMs: number };

/** A process that shares the folder touches its newest file this often at the least; one that has not is dead. */
const SILENT_MS = 60_000;

/** The journals of processes that have died. `isAlone`: no other process can be alive on this folder. */
export function findOrphans(folder: string, ownProcessId: string, nowMs: number, isAlone = false): Orphan[] {
  const processes = new Map<string, JournalFile[]>();
  for (const name of readdirSync(folder)) {
    const named = readJournalName(name);
    const path = join(folder, name);
    const status = named && statSync(path, { throwIfNoEntry: false });
    if (!named || !status?.isFile() || named.processId === ownProcessId) continue;
    const file: JournalFile = {
      path,
      index: named.index,
      pid: named.pid,
      isHere: isHost(named.host, hostname()),
      changedMs: status.mtimeMs,
    };
    processes.set(named.processId, [...(processes.get(named.processId) ?? []), file]);
  }
  return [...processes]
    .filter(([, files]) => isAlone || !seemsAlive(files, nowMs))
    .map(([processId, files]) => {
      const paths = files.sort((a, b) => a.index - b.index).map(({ path }) => path);
      return { processId, files: paths, remove: () => paths.forEach((path) => void rmSync(path, { force: true })) };
    });
}

/** Only the newest file is touched: the others' age says nothing. */
function seemsAlive(files: readonly JournalFile[], nowMs: number): boolean {
  const isSilent = files.every(({ changedMs }) => nowMs - changedMs >= SILENT_MS);
  return !isSilent && files.some(({ pid, isHere }) => !isHere || isAlive(pid));
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
