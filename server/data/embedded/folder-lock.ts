import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

const SQLITE_BUSY = 5;

/**
 * Locks a data folder for this process. Returns a function that unlocks it. Throws if another process has the lock: two
 * processes on one folder silently lose rows.
 *
 * Node itself cannot lock files, but SQLite does: the lock belongs to the file, so it holds across containers and
 * temporary folders, and the kernel releases it when its process dies.
 */
export function lockFolder(folder: string): () => void {
  const file = new DatabaseSync(join(folder, "lock"), { timeout: 0 });
  try {
    file.exec("pragma locking_mode = exclusive; begin exclusive");
  } catch (error) {
    file.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    throw new Error(
      `The data folder ${folder} is in use by another process. Stop it, or set DATA_DIR to another folder.`,
    );
  }
  return () => file.close();
}
