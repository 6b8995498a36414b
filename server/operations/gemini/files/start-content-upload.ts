import { MAX_FILE_BYTES } from "#lib/contract/files.ts";
import { startContentUpload as endpoint } from "#lib/contract/gemini-files.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { jsonResponse } from "#server/http/send-response.ts";
import { originOf } from "#server/pipeline/media/video/video-record.ts";
import { newFileId } from "#server/storage/store-file.ts";
import { fileNameOf } from "../../files/file-name.ts";
import { requireUpload } from "../../files/require-upload.ts";
import { PIECE_BYTES } from "./upload-pieces.ts";
import { signTicket } from "./upload-ticket.ts";

/** Google's clients know from the headers that the upload is open: https://ai.google.dev/api/files#method:-media.upload */
export const startContentUpload = operation(endpoint)(async (gateway, { principal, headers, body, request }) => {
  if (!principal.key) throw new HttpError(403, "Uploads in Google's format need an API key");
  requireHeader(headers.get("x-goog-upload-protocol"), "X-Goog-Upload-Protocol", "resumable");
  requireHeader(headers.get("x-goog-upload-command"), "X-Goog-Upload-Command", "start");
  await requireUpload(gateway, principal, principal.workspaceId);
  const id = signTicket(gateway, {
    fileId: newFileId(),
    keyHash: principal.key.hash,
    filename: fileNameOf(body?.file?.displayName || headers.get("x-goog-upload-file-name") || ""),
    sizeBytes: sizeOf(headers.get("x-goog-upload-header-content-length")),
  });
  const address = `${originOf(gateway, request.url)}/upload/v1beta/files?upload_id=${id}&upload_protocol=resumable`;
  return jsonResponse({}, 200, {
    "cache-control": "no-store",
    "x-goog-upload-status": "active",
    "x-goog-upload-url": address,
    "x-goog-upload-chunk-granularity": String(PIECE_BYTES),
  });
});

function requireHeader(value: string | null, name: string, only: string): void {
  if (value !== null && value !== only) throw new HttpError(400, `Invalid request: ${name}: must be ${only}`);
}

function sizeOf(stated: string | null): number | undefined {
  if (stated === null) return undefined;
  const name = "X-Goog-Upload-Header-Content-Length";
  if (!/^\d{1,15}$/.test(stated)) throw new HttpError(400, `Invalid request: ${name}: must be a number of bytes`);
  if (Number(stated) > MAX_FILE_BYTES)
    throw new HttpError(413, `${name}: a file can have at most ${MAX_FILE_BYTES} bytes`);
  return Number(stated);
}
