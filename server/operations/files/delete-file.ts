import { deleteFile as endpoint } from "#lib/contract/files.ts";
import { fileShape } from "#server/caller/clients.ts";
import { operation } from "#server/http/operation.ts";
import { shapeField } from "./file-records.ts";
import { removeWithAudit } from "./remove-with-audit.ts";

export const deleteFile = operation(endpoint)(async (gateway, call) => {
  const id = call.params.file_id;
  await removeWithAudit(gateway, call, { id, workspace: call.query.workspace_id });
  const shape = fileShape(call.request.headers);
  if (shape === "openai") return { id, object: "file" as const, deleted: true as const };
  return { ...shapeField(shape), id, type: "file_deleted" as const };
});
