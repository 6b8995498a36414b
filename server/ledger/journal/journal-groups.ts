import { createGroup, type FullGroup } from "../limits/row-group.ts";
import { entryOf } from "./entry-of.ts";
import { readJournalEntry } from "./journal-entry.ts";
import { journalLines } from "./journal-lines.ts";

/** Reads the finished requests of a journal file of this process, in groups of at most `rows`. */
export function* groupsOfJournal(file: string, processId: string, rows: number): Generator<FullGroup, void, void> {
  let group = createGroup(processId);
  for (const { text } of journalLines(file)) {
    const read = readJournalEntry(text);
    if (read?.kind !== "row") continue;
    group.add(entryOf(read.row, read.uses));
    if (group.size() < rows) continue;
    yield group.finish();
    group = createGroup(processId);
  }
  if (group.size() > 0) yield group.finish();
}
