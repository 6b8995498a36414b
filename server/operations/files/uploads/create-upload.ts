import { MAX_FILE_BYTES } from "#lib/contract/files.ts";
import { createUpload as endpoint } from "#lib/contract/uploads.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import { ownerOf } from "#server/auth/ownership.ts";
import { findUpload, insertFile } from "#server/data/files.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { newFileId } from "#server/storage/store-file.ts";
import { fileNameOf } from "../file-name.ts";
import { requireUpload } from "../require-upload.ts";
import { uploadIdOf, uploadRecord } from "./upload-state.ts";

export const createUpload = operation(endpoint)(async (gateway, { principal, query, body }) => {
  const workspaceId = await requireWorkspace(gateway, principal, query.workspace_id);
  await requireUpload(gateway, principal, workspaceId);
  if (body.bytes > MAX_FILE_BYTES)
    throw new HttpError(413, `Invalid request: bytes: a file can have at most ${MAX_FILE_BYTES} bytes`);
  const id = uploadIdOf(newFileId());
  const { queries } = gateway.database;
  await insertFile(queries, {
    id,
    workspaceId,
    ...ownerOf(principal),
    filename: fileNameOf(body.filename),
    mimeType: "application/octet-stream",
    sizeBytes: body.bytes,
    purpose: body.purpose,
    downloadable: false,
  });
  const row = await findUpload(queries, workspaceId, id);
  if (!row) throw new HttpError(404, "Workspace not found");
  return uploadRecord({ row: { ...row, workspaceId }, file: undefined }, gateway.now());
});
