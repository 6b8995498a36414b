import type { FILE_PURPOSES } from "#lib/contract/files.ts";
import type { RecordOwner } from "#server/auth/ownership.ts";
import type { FileRow } from "#server/data/files.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import type { Spool } from "#server/storage/spool.ts";
import { storeFile } from "#server/storage/store-file.ts";

type Upload = RecordOwner & {
  /** A new one by default. */
  id?: string;
  workspaceId: string;
  filename: string;
  purpose: (typeof FILE_PURPOSES)[number];
};

const TYPES = "PDF, PNG, JPEG, GIF, WebP, DOCX, XLSX, PPTX, MP3, WAV, FLAC, OGG";

/**
 * Stores a file that a caller has sent. `takesVideo`: accepts MP4, MOV and WebM too. Throws 400 if it is empty or of an
 * unsupported type.
 */
export async function storeUpload(
  gateway: Gateway,
  spool: Spool,
  { takesVideo = false, ...file }: Upload & { takesVideo?: boolean },
): Promise<FileRow> {
  if (spool.sizeBytes() === 0) throw new HttpError(400, "The file is empty");
  const mimeType = spool.mediaType();
  if (mimeType && (takesVideo || !mimeType.startsWith("video/")))
    return storeFile(gateway, spool, { ...file, mimeType, downloadable: false });
  const types = takesVideo ? `${TYPES}, MP4, MOV, WebM` : TYPES;
  throw new HttpError(400, `Unsupported file type; use ${types} or UTF-8 text`);
}
