import { randomBytes } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Disk space that is kept for the requests in progress when the disk fills up. */
export type Reserve = {
  /** Takes the space. Throws the system's error if the disk is full. */
  make(): void;
  /** Frees the space. */
  free(): void;
};

/** Returns the file of a process's reserve. */
export function reserveOf(journalFolder: string, processId: string): string {
  return join(journalFolder, `${processId}.reserve`);
}

/** Creates a reserve as a file of random bytes, which no file system can compress away. */
export function createReserve(file: string, sizeBytes: number): Reserve {
  const free = () => rmSync(file, { force: true });
  return {
    make() {
      try {
        writeFileSync(file, randomBytes(sizeBytes), { mode: 0o600 });
      } catch (error) {
        free();
        throw error;
      }
    },
    free,
  };
}
