import { getFile as endpoint } from "#lib/contract/files.ts";
import { fileShape } from "#server/caller/clients.ts";
import { operation } from "#server/http/operation.ts";
import { fileInReach } from "./file-in-reach.ts";
import { fileRecord } from "./file-records.ts";

export const getFile = operation(endpoint)(async (gateway, { principal, params, query, request }) => {
  const row = await fileInReach(gateway, principal, params.file_id, query.workspace_id);
  return fileRecord(row, fileShape(request.headers));
});
