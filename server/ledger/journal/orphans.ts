import { readdirSync, statSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { isHost, readJournalName } from "./journal-name.ts";

/** The journal of a dead process: all its files, in the order they were written. */
export type Orphan = { processId: string; files: string[] };

type JournalFile = { path: string; index: number; pid: number; isHere: boolean; changedMs: number };

/** A live process that shares the folder touches its newest file at least this often. */
const SILENT_MS = 60_000;

/** Returns the journals of dead processes. `isAlone`: no other process can be alive on this folder. */
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
    .map(([processId, files]) => ({
      processId,
      files: files.sort((a, b) => a.index - b.index).map(({ path }) => path),
    }));
}

/** Only the newest file is touched, so the ages of the others are irrelevant. */
function seemsAlive(files: readonly JournalFile[], nowMs: number): boolean {
  const isSilent = files.every(({ changedMs }) => nowMs - changedMs >= SILENT_MS);
  return !isSilent && files.some(({ pid, isHere }) => !isHere || isAlive(pid));
}

// In containers every process has the same id, so a journal with our id that is not ours belongs to a dead process.
function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
