import { type FileHandle, mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { createKindReader } from "./kind/kind-reader.ts";

/** A file on its way in, on this machine's disk. */
export type Spool = {
  path: string;
  /** Writes the file as it comes. Rejects with what the source rejects with. */
  write(chunks: AsyncIterable<Uint8Array>): Promise<void>;
  sizeBytes(): number;
  /** The media type that the bytes written so far have; undefined for none that is taken. */
  mediaType(): string | undefined;
};

/**
 * Lends a new file in `folder` and removes what is left of it at the end, however that comes. Memory stays the same
 * whatever the file's size.
 */
export async function withSpool<T>(folder: string, use: (spool: Spool) => Promise<T>): Promise<T> {
  await mkdir(folder, { recursive: true });
  const path = join(/*turbopackIgnore: true*/ folder, crypto.randomUUID());
  const handle = await open(path, "wx", 0o600);
  try {
    return await use(spoolOn(handle, path));
  } finally {
    await handle.close();
    await rm(path, { force: true });
  }
}

function spoolOn(handle: FileHandle, path: string): Spool {
  const kind = createKindReader();
  let sizeBytes = 0;
  return {
    path,
    async write(chunks) {
      for await (const chunk of chunks) {
        sizeBytes += chunk.byteLength;
        kind.push(chunk);
        await handle.appendFile(chunk);
      }
      await handle.sync();
    },
    sizeBytes: () => sizeBytes,
    mediaType: () => kind.end(),
  };
}

/** Removes files that a process left here when it was killed: those nobody has written to since `before` (Unix ms). */
export async function clearSpool(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(/*turbopackIgnore: true*/ folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found && found.mtimeMs < before) await rm(path, { force: true });
  }
}
