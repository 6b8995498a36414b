import { randomBytes } from "node:crypto";
import type { FILE_PURPOSES } from "#lib/contract/files.ts";
import type { RecordOwner } from "#server/auth/ownership.ts";
import { type FileRow, fileStored, insertFile } from "#server/data/files.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { spoolFolder } from "#server/storage/open-storage.ts";
import { type Spool, withSpool } from "#server/storage/spool.ts";

type FileFacts = { workspaceId: string; filename: string } & Partial<RecordOwner>;
type MadeFile = FileFacts & { mimeType: string; bytes: AsyncIterable<Uint8Array> };
type Purpose = (typeof FILE_PURPOSES)[number];

/** Keeps a file that a caller has sent. Throws 400 for an empty one and for a kind that is not taken. */
export async function keepUpload(
  gateway: Gateway,
  spool: Spool,
  file: FileFacts & { purpose: Purpose },
): Promise<FileRow> {
  if (spool.sizeBytes() === 0) throw new HttpError(400, "The file is empty");
  const mimeType = spool.mediaType();
  if (mimeType) return keep(gateway, spool, { ...file, mimeType, downloadable: false });
  throw new HttpError(
    400,
    "The file is of no kind that is taken: PDF, PNG, JPEG, GIF, WebP, DOCX, XLSX, PPTX, MP3, WAV, FLAC, OGG or UTF-8 text",
  );
}

/** Keeps a file that the gateway has made; its workspace may download it. */
export function keepMadeFile(gateway: Gateway, { bytes, ...file }: MadeFile): Promise<FileRow> {
  return withSpool(spoolFolder(gateway.environment), async (spool) => {
    await spool.write(bytes);
    return keep(gateway, spool, { ...file, purpose: "assistants_output", downloadable: true });
  });
}

type Kept = FileFacts & { mimeType: string; purpose: Purpose; downloadable: boolean };

/** The row comes first, so that bytes are never without one: what a crash leaves halfway is found by it and removed. */
async function keep({ database, storage }: Gateway, spool: Spool, file: Kept): Promise<FileRow> {
  const id = `file-sb-${randomBytes(16).toString("hex")}`;
  await insertFile(database.queries, { ...file, id, sizeBytes: spool.sizeBytes() });
  await storage.place(spool.path, id);
  const row = await fileStored(database.queries, id);
  if (row) return row;
  throw new HttpError(404, "Workspace not found");
}
