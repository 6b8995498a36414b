import { appendFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import type { Log } from "#server/log.ts";
import { createGroup, type Entry, type FullGroup, type LimitUse } from "../limits/row-group.ts";
import { entryOf } from "./entry-of.ts";
import { type Columns, type JournalEntry, readJournalEntry } from "./journal-entry.ts";
import { journalLines } from "./journal-lines.ts";
import { findOrphans, type Orphan } from "./orphans.ts";
import { reserveOf } from "./reserve.ts";

/** The process that reserved budget for these requests is dead, and its leases expire by themselves. */
const NOBODY = "00000000-0000-0000-0000-000000000000";
const GROUP_ROWS = 500;
/** At most this many skipped lines are logged and saved, so that a corrupt file fills neither log nor disk. */
const MOST_NAMED = 50;
const MOST_SKIPPED = 10_000;

export type Recovery = {
  folder: string;
  /** This process, whose own journal is not recovered. */
  processId: string;
  /** Whether no other process can be alive on this folder. */
  isAlone: boolean;
  nowMs: number;
  /** Writes all rows or none. Each row is counted once, even if written repeatedly. */
  write(group: FullGroup): Promise<void>;
  /** Called with a journal file whose requests are in the database. */
  retire(file: string): void;
  log: Log;
};

/**
 * Writes the unwritten requests of dead processes to the database. All files of a process are read together, and the
 * last line of a request wins; an unfinished request is stored with its last known progress. Invalid lines and rows
 * that the database rejects are skipped, logged and saved to a separate file. Returns the number of requests.
 */
export async function recoverLedger(recovery: Recovery): Promise<number> {
  const { folder, processId, nowMs, isAlone } = recovery;
  let count = 0;
  for (const orphan of findOrphans(folder, processId, nowMs, isAlone)) count += await recoverProcess(recovery, orphan);
  return count;
}

async function recoverProcess({ folder, write, retire, log }: Recovery, orphan: Orphan): Promise<number> {
  const finished = new Set<string>();
  const begun = new Map<string, { row: Columns; uses: LimitUse[]; beginning: string }>();
  const skipped: Skipped[] = [];
  const refuse = (text: string, reason: string) => void skipped.push({ text, reason, where: {} });
  const full: Entry[] = [];
  for (const file of orphan.files) {
    for (const { number, text } of journalLines(file)) {
      const read = readJournalEntry(text);
      if (read) take(read);
      else if (skipped.length < MOST_SKIPPED)
        skipped.push({ text, reason: "it is not a ledger line", where: { file: basename(file), line: number } });
      if (full.length >= GROUP_ROWS) await writeEach(full.splice(0), write, refuse);
    }
  }
  const estimates = [...begun.values()].map(({ row, uses }) => entryOf(row, uses));
  await writeEach([...full, ...estimates], write, refuse);
  reportSkipped(folder, orphan, skipped, log);
  for (const file of orphan.files) retire(file);
  rmSync(reserveOf(folder, orphan.processId), { force: true });
  return finished.size + begun.size;

  function take(read: JournalEntry): void {
    const { id } = read.row;
    if (finished.has(id)) return;
    const known = begun.get(id);
    if (read.kind === "step") return void (known && begun.set(id, { ...known, row: { ...known.row, ...read.row } }));
    if (read.kind === "begun") {
      // A new journal file repeats the requests of the previous one. A resumed response starts with a different row.
      const beginning = JSON.stringify(read.row);
      if (known?.beginning !== beginning) begun.set(id, { ...read, beginning });
      return;
    }
    finished.add(id);
    begun.delete(id);
    full.push(entryOf(read.row, read.uses));
  }
}

/** A skipped line and where it is; for a row that the database rejected, the position is no longer known. */
type Skipped = { text: string | undefined; reason: string; where: { file?: string; line?: number } };

function reportSkipped(folder: string, { processId, files }: Orphan, skipped: readonly Skipped[], log: Log): void {
  if (skipped.length === 0) return;
  for (const { where, reason } of skipped.slice(0, MOST_NAMED))
    log.warn({ ...where, reason }, "skipped a line of the ledger journal");
  const file = `${processId}.rejected`;
  const lines = skipped.filter(({ text }) => text !== undefined).map(({ text }) => `${text}\n`);
  appendFileSync(join(folder, file), lines.join(""), { mode: 0o600 });
  const journal = files.map((path) => basename(path));
  log.warn({ lines: skipped.length, journal, file }, "lines of the ledger journal were skipped and set aside");
}

/** Writes entries together, or one by one if the database rejects one of them. */
async function writeEach(
  entries: readonly Entry[],
  write: Recovery["write"],
  refused: (text: string, reason: string) => void,
): Promise<void> {
  if (entries.length === 0) return;
  const group = createGroup(NOBODY);
  for (const entry of entries) group.add(entry);
  try {
    await write(group.finish());
  } catch (error) {
    const code = refusal(error);
    const [only] = entries;
    if (!code || !only) throw error;
    if (entries.length > 1) for (const entry of entries) await writeEach([entry], write, refused);
    else refused(`{"row":${only.rowJson},"uses":${JSON.stringify(only.uses)}}`, `the database rejects it (${code})`);
  }
}

/** Returns the SQLSTATE of an error that retrying cannot fix: an invalid value or a violated constraint. */
function refusal(error: unknown): string | undefined {
  const { code } = error as { code?: unknown };
  return typeof code === "string" && /^2[23]...$/.test(code) ? code : undefined;
}
