import { type AuditedCall, recordChange } from "#server/audit/record-change.ts";
import { requireOwnership } from "#server/auth/ownership.ts";
import { deleteFileRow, hideFile } from "#server/data/files.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { fileRecord } from "./file-records.ts";
import { requireFile } from "./require-file.ts";

type Removal = { id: string; workspace?: string | undefined };

/**
 * Deletes a file for a caller, with an audit entry. Throws 404 for a file that the workspace does not have, and 403 if the
 * caller may not delete it.
 */
export async function removeWithAudit(gateway: Gateway, call: AuditedCall, { id, workspace }: Removal): Promise<void> {
  const row = await requireFile(gateway, call.principal, id, workspace);
  requireOwnership(call.principal, row, "file");
  const { workspaceId, filename } = row;
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
}
