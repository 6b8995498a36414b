import { deleteFileRow, hideFile } from "#server/data/files.ts";
import type { Gateway } from "#server/gateway.ts";

/** Removes a file of a workspace; a missing one is not an error. */
export async function removeFile(
  { database: { queries }, storage }: Pick<Gateway, "database" | "storage">,
  workspaceId: string,
  id: string,
): Promise<void> {
  if (!(await hideFile(queries, workspaceId, id))) return;
  await storage.remove(id);
  await deleteFileRow(queries, id);
}
