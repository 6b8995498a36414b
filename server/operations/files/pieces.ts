import type { RecordOwner } from "#server/auth/ownership.ts";
import { deleteFileRow, insertFile, type Piece } from "#server/data/files.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import type { Spool } from "#server/storage/spool.ts";

// The pieces of an upload are in the storage, since each request may reach another process. They are files that nobody
// can see; if the upload does not end, they are removed like those of any interrupted upload.

type NewPiece = RecordOwner & { id: string; workspaceId: string; filename: string };

/** Stores the piece in a spool. Throws 409 if its id exists. */
export async function storePiece({ database, storage }: Gateway, spool: Spool, piece: NewPiece): Promise<void> {
  const isNew = await insertFile(database.queries, {
    ...piece,
    sizeBytes: spool.sizeBytes(),
    mimeType: "application/octet-stream",
    purpose: "user_data",
    downloadable: false,
  });
  if (!isNew) throw new HttpError(409, "Another request is sending this piece");
  await storage.place(spool.path, piece.id).catch(async (failed: unknown) => {
    await deleteFileRow(database.queries, piece.id);
    throw failed;
  });
}

/** Returns the bytes of all pieces, in their order. */
export async function* joinPieces({ storage }: Gateway, pieces: readonly Piece[]): AsyncGenerator<Uint8Array> {
  for (const { id } of pieces) yield* await storage.open(id);
}

/** Removes pieces that are no longer needed. */
export async function removePieces({ database, storage }: Gateway, pieces: readonly Piece[]): Promise<void> {
  for (const { id } of pieces) {
    await storage.remove(id);
    await deleteFileRow(database.queries, id);
  }
}

/** Returns the number of bytes of all pieces. */
export function sizeOfPieces(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}
