import type { ResponseOf } from "#lib/contract/endpoint.ts";
import type { getContentFile } from "#lib/contract/gemini-files.ts";
import type { FileRow } from "#server/data/files.ts";
import type { Gateway } from "#server/gateway.ts";
import { originOf } from "#server/pipeline/media/video/video-record.ts";

/** Converts a stored file to the record that Google's clients read. `url`: of the request. */
export function contentFile(gateway: Gateway, row: FileRow, url: string): ResponseOf<typeof getContentFile> {
  const name = `files/${row.id}`;
  const time = row.createdAt.toISOString();
  return {
    name,
    displayName: row.filename,
    mimeType: row.mimeType,
    sizeBytes: String(row.sizeBytes),
    createTime: time,
    updateTime: time,
    uri: `${originOf(gateway, url)}/v1beta/${name}`,
    state: "ACTIVE",
    source: row.downloadable ? "GENERATED" : "UPLOADED",
  };
}
