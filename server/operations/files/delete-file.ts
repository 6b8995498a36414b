import { deleteFile as endpoint } from "#lib/contract/files.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { requireOwnership } from "#server/auth/ownership.ts";
import { fileShape } from "#server/caller/clients.ts";
import { deleteFileRow, hideFile } from "#server/data/files.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { fileRecord, shapeField } from "./file-records.ts";
import { requireFile } from "./require-file.ts";

export const deleteFile = operation(endpoint)(async (gateway, call) => {
  const row = await requireFile(gateway, call.principal, call.params.file_id, call.query.workspace_id);
  requireOwnership(call.principal, row, "file");
  const { id, workspaceId, filename } = row;
  await gateway.database.queries.transaction(async (queries) => {
    if (!(await hideFile(queries, workspaceId, id))) throw new HttpError(404, "File not found");
    await recordChange(queries, call, {
      action: "file.delete",
      target: { type: "file", id, name: filename },
      before: fileRecord(row, "own"),
      workspaceId,
    });
  });
  await gateway.storage.remove(id);
  await deleteFileRow(gateway.database.queries, id);
  const shape = fileShape(call.request.headers);
  if (shape === "openai") return { id, object: "file" as const, deleted: true as const };
  return { ...shapeField(shape), id, type: "file_deleted" as const };
});
