import { getContentFile as endpoint } from "#lib/contract/gemini-files.ts";
import { operation } from "#server/http/operation.ts";
import { requireFile } from "../../files/require-file.ts";
import { contentFile } from "./content-file.ts";

export const getContentFile = operation(endpoint)(async (gateway, { principal, params, request }) => {
  const row = await requireFile(gateway, principal, params.file_id, undefined);
  return contentFile(gateway, row, request.url);
});
