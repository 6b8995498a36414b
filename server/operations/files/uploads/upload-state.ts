import type { ResponseOf } from "#lib/contract/endpoint.ts";
import type { createUpload } from "#lib/contract/uploads.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import { requireOwnership } from "#server/auth/ownership.ts";
import type { Principal } from "#server/caller/principal.ts";
import { type FileRow, findFile, findUpload } from "#server/data/files.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { openAiRecord } from "../file-records.ts";

type UploadRecord = ResponseOf<typeof createUpload>;

/** An upload in parts, and its file once it is complete. */
export type Upload = { row: FileRow & { workspaceId: string }; file: FileRow | undefined };

const UPLOAD_ID = /^upload-sb-[0-9a-f]{32}$/;

/** Rows and parts of uploads are removed after the same time (`jobs/file-jobs.ts`). */
const VALID_MS = 3_600_000;

/** Returns the upload that a request names. Throws 404 if the workspace has none, and 403 if it is someone else's. */
export async function requireOwnUpload(
  gateway: Gateway,
  principal: Principal,
  id: string,
  workspace: string | undefined,
): Promise<Upload> {
  const workspaceId = await requireWorkspace(gateway, principal, workspace);
  const { queries } = gateway.database;
  const row = UPLOAD_ID.test(id) ? await findUpload(queries, workspaceId, id) : undefined;
  if (!row) throw new HttpError(404, "Upload not found");
  requireOwnership(principal, row, "upload");
  return { row: { ...row, workspaceId }, file: await findFile(queries, workspaceId, fileIdOf(id)) };
}

/** Returns the status of an upload. Canceling it started its removal, which no other step does. */
export function statusOf({ row, file }: Upload, nowMs: number): UploadRecord["status"] {
  if (file) return "completed";
  if (row.movedAt.getTime() !== row.createdAt.getTime()) return "cancelled";
  return nowMs < row.createdAt.getTime() + VALID_MS ? "pending" : "expired";
}

/** Throws 400 unless parts can still be added. */
export function requirePending(upload: Upload, nowMs: number): void {
  const status = statusOf(upload, nowMs);
  if (status !== "pending") throw new HttpError(400, `The upload is ${status}; create a new one`);
}

/** Converts an upload to the record that OpenAI's clients read. */
export function uploadRecord(upload: Upload, nowMs: number): UploadRecord {
  const { row, file } = upload;
  const createdMs = row.createdAt.getTime();
  return {
    id: row.id,
    object: "upload",
    bytes: row.sizeBytes,
    created_at: Math.floor(createdMs / 1000),
    expires_at: Math.floor((createdMs + VALID_MS) / 1000),
    filename: row.filename,
    purpose: row.purpose,
    status: statusOf(upload, nowMs),
    file: file ? openAiRecord(file) : null,
  };
}

/** Returns the id of an upload whose file will have this id: a repeated request finds the file by it. */
export function uploadIdOf(fileId: string): string {
  return fileId.replace(/^file/, "upload");
}

/** Returns the id that the file of an upload has. */
export function fileIdOf(uploadId: string): string {
  return uploadId.replace(/^upload/, "file");
}

/** Returns what the ids of an upload's parts start with, before a digit. */
export function partPrefixOf(uploadId: string): string {
  return `${uploadId.replace(/^upload/, "part")}-`;
}
