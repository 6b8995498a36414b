import { deleteContentFile as endpoint } from "#lib/contract/gemini-files.ts";
import { operation } from "#server/http/operation.ts";
import { removeAudited } from "../../files/remove-with-audit.ts";

export const deleteContentFile = operation(endpoint)(async (gateway, call) => {
  await removeAudited(gateway, call, { id: call.params.file_id });
  return {};
});
