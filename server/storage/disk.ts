import { createReadStream } from "node:fs";
import { mkdir, open, rename, rm, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { HttpError } from "#server/errors.ts";
import type { Storage } from "./storage.ts";

/** Stores files in a folder of this machine, which must be on the same disk as the files passed to `place`. */
export function diskStorage(folder: string): Storage {
  // Folders with thousands of files are slow to list; the last two characters of an id are as good as random.
  const pathOf = (id: string) => join(/*turbopackIgnore: true*/ folder, id.slice(-2), id);
  return {
    async place(path, id) {
      const target = pathOf(id);
      await mkdir(dirname(target), { recursive: true });
      await rename(path, target);
    },
    async open(id, part) {
      // Opened before it is read: a missing file must become an error response, not a broken stream.
      const handle = await open(pathOf(id)).catch((cause: unknown) => {
        throw new HttpError(503, "The file cannot be read at the moment", { cause });
      });
      return createReadStream("", { fd: handle, ...part });
    },
    remove: (id) => rm(pathOf(id), { force: true }),
    async room() {
      const found = await mkdir(folder, { recursive: true }).then(
        () => statfs(folder),
        () => undefined,
      );
      const bytes = (blocks: number | undefined) => (found && blocks !== undefined ? blocks * found.bsize : null);
      const room = { freeBytes: bytes(found?.bavail), totalBytes: bytes(found?.blocks) };
      return { kind: "disk", place: folder, isReachable: found !== undefined, ...room };
    },
  };
}
