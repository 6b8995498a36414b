import type { FILE_PURPOSES } from "#lib/contract/files.ts";
import type { RecordOwner } from "#server/auth/ownership.ts";
import type { FileRow } from "#server/data/files.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import type { Spool } from "#server/storage/spool.ts";
import { storeFile } from "#server/storage/store-file.ts";

type Upload = RecordOwner & { workspaceId: string; filename: string; purpose: (typeof FILE_PURPOSES)[number] };

/** Stores a file that a caller has sent. Throws 400 if it is empty or of an unsupported type. */
export async function storeUpload(gateway: Gateway, spool: Spool, file: Upload): Promise<FileRow> {
  if (spool.sizeBytes() === 0) throw new HttpError(400, "The file is empty");
  const mimeType = spool.mediaType();
  if (mimeType) return storeFile(gateway, spool, { ...file, mimeType, downloadable: false });
  throw new HttpError(
    400,
    "Unsupported file type; use PDF, PNG, JPEG, GIF, WebP, DOCX, XLSX, PPTX, MP3, WAV, FLAC, OGG or UTF-8 text",
  );
}
