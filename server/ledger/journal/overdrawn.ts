import { isOverdraft } from "../limits/overdrafts.ts";
import type { LimitUse } from "../limits/row-group.ts";
import { readJournalEntry } from "./journal-entry.ts";
import { journalLines } from "./journal-lines.ts";
import { findOrphans } from "./orphans.ts";

/**
 * Returns what dead processes have overdrawn in requests that the database does not have yet: nano-USD by overdraft. A
 * restart during an outage must not give keys a new overdraft.
 */
export function readOverdrawn(folder: string, ownProcessId: string, nowMs: number): Map<string, number> {
  const usesOfCalls = new Map<string, readonly LimitUse[]>();
  for (const { files } of findOrphans(folder, ownProcessId, nowMs)) {
    for (const file of files) {
      for (const { text } of journalLines(file)) {
        const read = readJournalEntry(text);
        if (read && read.kind !== "step") usesOfCalls.set(read.row.id, read.uses);
      }
    }
  }
  const overdrawn = new Map<string, number>();
  for (const { account, nanoUsd } of [...usesOfCalls.values()].flat()) {
    if (isOverdraft(account)) overdrawn.set(account, (overdrawn.get(account) ?? 0) + nanoUsd);
  }
  return overdrawn;
}
