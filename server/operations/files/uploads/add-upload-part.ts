import { randomBytes } from "node:crypto";
import { MAX_FILE_BYTES } from "#lib/contract/files.ts";
import { addUploadPart as endpoint, MAX_PART_BYTES, MAX_PARTS } from "#lib/contract/uploads.ts";
import { ownerOf } from "#server/auth/ownership.ts";
import { listPieces } from "#server/data/files.ts";
import { HttpError } from "#server/errors.ts";
import { readForm } from "#server/http/bodies/form-data.ts";
import { operation } from "#server/http/operation.ts";
import { spoolFolder } from "#server/storage/open-storage.ts";
import { withSpool } from "#server/storage/spool.ts";
import { sizeOfPieces, storePiece } from "../pieces.ts";
import { partPrefixOf, requireOwnUpload, requirePending } from "./upload-state.ts";

/** Clients send a part again if its response was lost, so an upload can have more bytes than its file. */
const MAX_TOTAL_BYTES = 2 * MAX_FILE_BYTES;

export const addUploadPart = operation(endpoint)(async (gateway, call) => {
  const { principal, params, query, request, source } = call;
  const upload = await requireOwnUpload(gateway, principal, params.upload_id, query.workspace_id);
  requirePending(upload, gateway.now());
  const { id: uploadId, workspaceId, filename } = upload.row;
  const pieces = await listPieces(gateway.database.queries, partPrefixOf(uploadId));
  if (pieces.length >= MAX_PARTS) throw new HttpError(400, `An upload can have at most ${MAX_PARTS} parts`);
  const id = newPartId(uploadId);
  await withSpool(spoolFolder(gateway.environment), async (spool) => {
    await readForm(request.headers, source(), {
      part: "data",
      maxBytes: MAX_PART_BYTES,
      take: ({ bytes }) => spool.write(bytes),
    });
    if (spool.sizeBytes() === 0) throw new HttpError(400, "The part is empty");
    if (sizeOfPieces(pieces) + spool.sizeBytes() > MAX_TOTAL_BYTES)
      throw new HttpError(413, `The parts of an upload can have at most ${MAX_TOTAL_BYTES} bytes in total`);
    await storePiece(gateway, spool, { id, workspaceId, ...ownerOf(principal), filename });
  });
  return { id, object: "upload.part" as const, created_at: Math.floor(gateway.now() / 1000), upload_id: uploadId };
});

/** Returns a new id. It starts with a digit after the prefix, by which the parts are found. */
function newPartId(uploadId: string): string {
  return `${partPrefixOf(uploadId)}0${randomBytes(8).toString("hex")}`;
}
