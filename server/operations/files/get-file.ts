import { getFile as endpoint } from "#lib/contract/files.ts";
import { fileShape } from "#server/caller/clients.ts";
import { operation } from "#server/http/operation.ts";
import { fileRecord } from "./file-records.ts";
import { requireFile } from "./require-file.ts";

export const getFile = operation(endpoint)(async (gateway, { principal, params, query, request }) => {
  const row = await requireFile(gateway, principal, params.file_id, query.workspace_id);
  return fileRecord(row, fileShape(request.headers));
});
