import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { unpackArchive } from "./archive.ts";
import { holdsDatabase } from "./folder-damage.ts";

/**
 * Moves the embedded database of a data folder aside. Returns its new folder and how to put it back; the folder is
 * undefined if there was no database.
 */
export function setDatabaseAside(dataFolder: string, nowMs: number): { keptIn: string | undefined; putBack(): void } {
  const folder = join(dataFolder, "postgres");
  const remove = () => rmSync(folder, { recursive: true, force: true });
  if (!holdsDatabase(folder)) {
    remove();
    return { keptIn: undefined, putBack: remove };
  }
  const keptIn = `${folder}.replaced-${new Date(nowMs).toISOString().replaceAll(":", "-")}`;
  renameSync(folder, keptIn);
  return {
    keptIn,
    putBack() {
      remove();
      renameSync(keptIn, folder);
    },
  };
}

/** Puts the database of an archive in the place of the present one. Throws, and changes nothing, if it is damaged. */
export async function unpackDatabase(dataFolder: string, file: string): Promise<void> {
  const draft = join(dataFolder, "restoring");
  const folder = join(dataFolder, "postgres");
  try {
    const { database } = await unpackArchive(file, draft);
    if (database !== "embedded") throw new Error(`The file ${file} is a backup of PostgreSQL; set DATABASE_URL.`);
    rmSync(folder, { recursive: true, force: true });
    renameSync(join(draft, "postgres"), folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
