import type { Readable } from "node:stream";
import { getFileContent as endpoint } from "#lib/contract/files.ts";
import { HttpError } from "#server/errors.ts";
import { gateway } from "#server/gateway.ts";
import { operation } from "#server/http/operation.ts";
import type { Push } from "#server/reply.ts";
import { fileInReach } from "./file-in-reach.ts";

/** Bytes that a browser saves and never shows, whatever they are. */
export const getFileContent = operation(endpoint)(async ({ principal, params, query, signal }) => {
  const open = gateway();
  const row = await fileInReach(open, principal, params.file_id, query.workspace_id);
  if (!row.downloadable) throw new HttpError(400, "An uploaded file cannot be downloaded");
  return {
    status: 200,
    headers: {
      "content-type": "application/octet-stream",
      "content-length": String(row.sizeBytes),
      "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(row.filename)}`,
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
    },
    body: pushBytes(await open.storage.open(row.id), signal),
  };
});

/** At the reader's pace, so that a large file is never in memory. */
function pushBytes(bytes: Readable, left: AbortSignal): Push {
  left.addEventListener("abort", () => bytes.destroy());
  return async (sink) => {
    for await (const chunk of bytes as AsyncIterable<Uint8Array>) {
      if (!sink.write(chunk)) await sink.drained();
    }
  };
}
