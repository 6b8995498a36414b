import type { z } from "zod";
import type { FileList, FileRecord } from "#lib/contract/files.ts";
import type { FileShape } from "#server/caller/clients.ts";
import type { FileRow, FileTotal } from "#server/data/files.ts";

type Span = { hasMore: boolean; cursor: string | null; total: FileTotal };

/** Converts a stored file to the record that the caller's client reads. */
export function fileRecord(row: FileRow, shape: FileShape): z.output<typeof FileRecord> {
  return shape === "openai" ? openAiRecord(row) : { ...shapeField(shape), ...ownRecord(row) };
}

/** Converts a page of files to the list that the caller's client reads. */
export function fileList(
  rows: readonly FileRow[],
  { hasMore, cursor, total }: Span,
  shape: FileShape,
): z.output<typeof FileList> {
  const span = { has_more: hasMore, first_id: rows[0]?.id ?? null, last_id: rows.at(-1)?.id ?? null };
  if (shape === "openai") return { object: "list", data: rows.map(openAiRecord), ...span };
  if (shape === "anthropic") return { data: rows.map(ownRecord), next_page: cursor, ...span };
  const field = shapeField(shape);
  const data = rows.map((row) => ({ ...field, ...ownRecord(row) }));
  return { ...field, data, cursor, ...span, total_count: total.count, total_size_bytes: total.sizeBytes };
}

/** Returns the field by which one published client distinguishes the formats of a file; other clients do not get it. */
export function shapeField(shape: FileShape): { _shape?: "openrouter" } {
  return shape === "openrouter" ? { _shape: shape } : {};
}

function ownRecord(row: FileRow) {
  return {
    id: row.id,
    type: "file" as const,
    filename: row.filename,
    mime_type: row.mimeType,
    size_bytes: row.sizeBytes,
    downloadable: row.downloadable,
    created_at: row.createdAt.toISOString(),
  };
}

/** Converts a stored file to the record that OpenAI's clients read. */
export function openAiRecord(row: FileRow) {
  return {
    id: row.id,
    object: "file" as const,
    bytes: row.sizeBytes,
    created_at: Math.floor(row.createdAt.getTime() / 1000),
    filename: row.filename,
    purpose: row.purpose,
    status: "processed" as const,
  };
}
