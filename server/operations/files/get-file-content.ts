import { getFileContent as endpoint } from "#lib/contract/files.ts";
import { HttpError } from "#server/errors.ts";
import { storedBytes } from "#server/http/bodies/stored-bytes.ts";
import { operation } from "#server/http/operation.ts";
import { requireFile } from "./require-file.ts";

/** Served as a download, never displayed by a browser, whatever the file's type. */
export const getFileContent = operation(endpoint)(async (gateway, call) => {
  const { principal, params, query } = call;
  const row = await requireFile(gateway, principal, params.file_id, query.workspace_id);
  if (!row.downloadable) throw new HttpError(400, "An uploaded file cannot be downloaded");
  return storedBytes(call, {
    id: row.id,
    sizeBytes: row.sizeBytes,
    headers: {
      "content-type": "application/octet-stream",
      "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(row.filename)}`,
    },
    open: (span) => gateway.storage.open(row.id, span),
  });
});
