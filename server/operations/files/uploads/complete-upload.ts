import { createHash, type Hash } from "node:crypto";
import { FILE_PURPOSES } from "#lib/contract/files.ts";
import { completeUpload as endpoint } from "#lib/contract/uploads.ts";
import { type FileRow, listPieces, type Piece } from "#server/data/files.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { operation } from "#server/http/operation.ts";
import { spoolFolder } from "#server/storage/open-storage.ts";
import { withSpool } from "#server/storage/spool.ts";
import { joinPieces, removePieces, sizeOfPieces } from "../pieces.ts";
import { storeUpload } from "../store-upload.ts";
import { fileIdOf, partPrefixOf, requireOwnUpload, requirePending, uploadRecord } from "./upload-state.ts";

export const completeUpload = operation(endpoint)(async (gateway, { principal, params, query, body }) => {
  const upload = await requireOwnUpload(gateway, principal, params.upload_id, query.workspace_id);
  // The client sends its request again if the response was lost.
  if (upload.file) return uploadRecord(upload, gateway.now());
  requirePending(upload, gateway.now());
  const { row } = upload;
  const stored = await listPieces(gateway.database.queries, partPrefixOf(row.id));
  const pieces = inOrder(stored, body.part_ids);
  const sizeBytes = sizeOfPieces(pieces);
  if (sizeBytes !== row.sizeBytes)
    throw new HttpError(400, `The parts have ${sizeBytes} of the ${row.sizeBytes} bytes that were announced`);
  const file = await storeWhole(gateway, row, pieces, body.md5 ?? undefined);
  await removePieces(gateway, stored);
  return uploadRecord({ row, file }, gateway.now());
});

/** Returns the parts in the file's order. Throws 400 for an id that is no part of the upload, or is there twice. */
function inOrder(stored: readonly Piece[], ids: readonly string[]): Piece[] {
  const left = new Map(stored.map((piece) => [piece.id, piece]));
  return ids.map((id, index) => {
    const piece = left.get(id);
    if (!piece || !left.delete(id))
      throw new HttpError(400, `Invalid request: part_ids[${index}]: must be a part of this upload, and named once`);
    return piece;
  });
}

/** Stores the file from its parts. Throws 400 if it has another MD5, and what `storeUpload` throws. */
function storeWhole(
  gateway: Gateway,
  row: FileRow & { workspaceId: string },
  pieces: readonly Piece[],
  md5: string | undefined,
): Promise<FileRow> {
  const { workspaceId, creatorUserId, creatorKeyStableId, filename } = row;
  return withSpool(spoolFolder(gateway.environment), async (spool) => {
    const hash = createHash("md5");
    await spool.write(noting(joinPieces(gateway, pieces), hash));
    if (md5 !== undefined) requireMd5(hash.digest(), md5);
    return storeUpload(gateway, spool, {
      id: fileIdOf(row.id),
      workspaceId,
      creatorUserId,
      creatorKeyStableId,
      filename,
      purpose: FILE_PURPOSES.find((known) => known === row.purpose) ?? "user_data",
    });
  });
}

async function* noting(bytes: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
}

/** OpenAI does not say how the digest is written. */
function requireMd5(digest: Buffer, expected: string): void {
  if (expected.toLowerCase() !== digest.toString("hex") && expected !== digest.toString("base64"))
    throw new HttpError(400, "Invalid request: md5: the parts have another MD5");
}
