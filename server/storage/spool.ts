import { type FileHandle, mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { createKindReader } from "./kind/kind-reader.ts";

/** A file being received, on this machine's disk. */
export type Spool = {
  path: string;
  /** Writes the file as it arrives. Rejects with the error of the source. */
  write(chunks: AsyncIterable<Uint8Array>): Promise<void>;
  sizeBytes(): number;
  /** Returns the media type of the bytes written so far; undefined for types we do not accept. */
  mediaType(): string | undefined;
};

/**
 * Provides a new file in `folder` and removes what is left of it afterwards, even on failure. Memory use does not
 * depend on the file's size.
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

/** Removes files left by a killed process: those not written to since `before` (Unix ms). */
export async function clearSpool(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(/*turbopackIgnore: true*/ folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found && found.mtimeMs < before) await rm(path, { force: true });
  }
}
