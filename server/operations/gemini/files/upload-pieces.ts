import { MAX_FILE_BYTES } from "#lib/contract/files.ts";
import type { RecordOwner } from "#server/auth/ownership.ts";
import { type FileRow, listPieces } from "#server/data/files.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { spoolFolder } from "#server/storage/open-storage.ts";
import { withSpool } from "#server/storage/spool.ts";
import { joinPieces, removePieces, sizeOfPieces, storePiece } from "../../files/pieces.ts";
import { storeUpload } from "../../files/store-upload.ts";
import type { UploadTicket } from "./upload-ticket.ts";

// The pieces of an upload are in the storage, since each request may reach another process. They are files that nobody
// can see; if the upload does not end, they are removed like those of any interrupted upload.

type Upload = UploadTicket & RecordOwner & { workspaceId: string };
/** `offset`: the number of bytes before, if the client states it. */
type SentPiece = { offset: number | undefined; bytes: AsyncIterable<Uint8Array> };

/** Each piece but the last has a multiple of this size, so that an upload has a bounded number of pieces. */
export const PIECE_BYTES = 256 * 1024;

/** Returns the number of bytes received so far, without gaps. */
export async function receivedBytes({ database }: Gateway, upload: Upload): Promise<number> {
  return sizeOfPieces(await listPieces(database.queries, pieceId(upload)));
}

/**
 * Stores a piece that is not the last, and returns the number of bytes received. A piece that is sent again is not
 * stored again. Throws 400 if a piece before it is missing or it has a wrong size, and 413 if the file is too large.
 */
export async function addPiece(gateway: Gateway, upload: Upload, { offset, bytes }: SentPiece): Promise<number> {
  const received = await receivedBytes(gateway, upload);
  if (offset !== undefined && offset < received) return received;
  requireOffset(offset, received);
  return withSpool(spoolFolder(gateway.environment), async (spool) => {
    await spool.write(limitBytes(bytes, MAX_FILE_BYTES - received));
    const sizeBytes = spool.sizeBytes();
    if (sizeBytes === 0 || sizeBytes % PIECE_BYTES !== 0)
      throw new HttpError(400, `A piece before the last must have a multiple of ${PIECE_BYTES} bytes`);
    const { workspaceId, creatorUserId, creatorKeyStableId, filename } = upload;
    await storePiece(gateway, spool, {
      id: pieceId(upload, received),
      workspaceId,
      creatorUserId,
      creatorKeyStableId,
      filename,
    });
    return received + sizeBytes;
  });
}

/**
 * Stores the file from its pieces and the last one. Throws 400 if it is not complete, and what `storeUpload` throws.
 */
export async function completeUpload(gateway: Gateway, upload: Upload, { offset, bytes }: SentPiece): Promise<FileRow> {
  const pieces = await listPieces(gateway.database.queries, pieceId(upload));
  const received = sizeOfPieces(pieces);
  requireOffset(offset, received);
  const { workspaceId, creatorUserId, creatorKeyStableId, filename, fileId, sizeBytes } = upload;
  const row = await withSpool(spoolFolder(gateway.environment), async (spool) => {
    await spool.write(joinPieces(gateway, pieces));
    await spool.write(limitBytes(bytes, MAX_FILE_BYTES - received));
    if (sizeBytes !== undefined && spool.sizeBytes() !== sizeBytes)
      throw new HttpError(400, `The upload has ${spool.sizeBytes()} of the ${sizeBytes} bytes that were announced`);
    return storeUpload(gateway, spool, {
      id: fileId,
      workspaceId,
      creatorUserId,
      creatorKeyStableId,
      filename,
      purpose: "user_data",
      takesVideo: true,
    });
  });
  await removePieces(gateway, pieces);
  return row;
}

/** Removes the pieces of an upload that the client canceled. */
export async function dropPieces(gateway: Gateway, upload: Upload): Promise<void> {
  await removePieces(gateway, await listPieces(gateway.database.queries, pieceId(upload)));
}

/** Returns the id of the piece at `offset`; without it, what the ids of all pieces start with. */
function pieceId({ fileId }: Upload, offset?: number): string {
  return `piece-${fileId}-${offset === undefined ? "" : String(offset).padStart(OFFSET_DIGITS, "0")}`;
}

/** Ids of pieces sort by their offsets. */
const OFFSET_DIGITS = 10;

function requireOffset(offset: number | undefined, received: number): void {
  if (offset === undefined || offset === received) return;
  throw new HttpError(400, `Invalid request: X-Goog-Upload-Offset: must be ${received}, the number of bytes received`);
}

async function* limitBytes(bytes: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let total = 0;
  for await (const chunk of bytes) {
    total += chunk.byteLength;
    if (total > maxBytes) throw new HttpError(413, `A file can have at most ${MAX_FILE_BYTES} bytes`);
    yield chunk;
  }
}
