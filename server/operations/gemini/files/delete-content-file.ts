import { deleteContentFile as endpoint } from "#lib/contract/gemini-files.ts";
import { operation } from "#server/http/operation.ts";
import { removeWithAudit } from "../../files/remove-with-audit.ts";

export const deleteContentFile = operation(endpoint)(async (gateway, call) => {
  await removeWithAudit(gateway, call, { id: call.params.file_id });
  return {};
});
