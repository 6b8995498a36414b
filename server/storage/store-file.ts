import { randomBytes } from "node:crypto";
import type { Database } from "#server/data/database.ts";
import { type FileRow, insertFile, markFileStored, type NewFile } from "#server/data/files.ts";
import type { Environment } from "#server/env.ts";
import { HttpError } from "#server/errors.ts";
import { spoolFolder } from "./open-storage.ts";
import { type Spool, withSpool } from "./spool.ts";
import type { Storage } from "./storage.ts";

/** Where files are stored: rows in the database, bytes in the storage. */
type FileStore = { database: Database; storage: Storage };

type MadeFile = Omit<NewFile, "id" | "sizeBytes" | "purpose" | "downloadable"> & { bytes: AsyncIterable<Uint8Array> };

/** Returns a new id of a file. */
export function newFileId(): string {
  return `file-sb-${randomBytes(16).toString("hex")}`;
}

/** Stores a file that the gateway has generated; its workspace may download it. */
export function storeGeneratedFile(
  store: FileStore & { environment: Environment },
  { bytes, ...file }: MadeFile,
): Promise<FileRow> {
  return withSpool(spoolFolder(store.environment), async (spool) => {
    await spool.write(bytes);
    return storeFile(store, spool, { ...file, purpose: "assistants_output", downloadable: true });
  });
}

/**
 * Stores the file in a spool. The row comes first, so that bytes never exist without one: after a crash, leftover bytes
 * are found through their row and removed. Throws 404 if the workspace has been deleted meanwhile, and 409 if the id
 * exists.
 */
export async function storeFile(
  { database, storage }: FileStore,
  spool: Spool,
  file: Omit<NewFile, "id" | "sizeBytes"> & { id?: string },
): Promise<FileRow> {
  const { id = newFileId() } = file;
  if (!(await insertFile(database.queries, { ...file, id, sizeBytes: spool.sizeBytes() })))
    throw new HttpError(409, "Another request is storing this file");
  await storage.place(spool.path, id);
  const row = await markFileStored(database.queries, id);
  if (row) return row;
  throw new HttpError(404, "Workspace not found");
}
