import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Snapshot } from "../model.ts";

/** Returns the snapshot's files: name to text. One record per line, so that a changed price is a changed line. */
export function snapshotFiles(snapshot: Snapshot, notices: string): Record<string, string> {
  return {
    "revision.json": `${JSON.stringify(snapshot.revision)}\n`,
    "models.json": lines(snapshot.models),
    "endpoints.json": lines(snapshot.endpoints),
    "prices.json": lines(snapshot.prices),
    "providers.json": lines(snapshot.providers ?? []),
    "notices.json": lines(snapshot.notices ?? []),
    "NOTICES.md": notices,
  };
}

/** Writes the files into `folder`, creating it if needed. */
export function writeSnapshot(folder: string, files: Record<string, string>): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}

function lines(records: object[]): string {
  return records.length === 0 ? "[]\n" : `[\n${records.map((record) => JSON.stringify(record)).join(",\n")}\n]\n`;
}
