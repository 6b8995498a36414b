import { deleteDestination as endpoint } from "#lib/contract/destinations.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { deleteDestination as deleteRow } from "#server/data/destinations.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { destinationRecord } from "./destination-records.ts";
import { requireDestination } from "./require-destination.ts";

export const deleteDestination = operation(endpoint)(async (gateway, call) => {
  const row = await requireDestination(gateway, call.principal, call.params.id);
  const { id, workspaceId, name } = row;
  await gateway.database.queries.transaction(async (queries) => {
    if (!(await deleteRow(queries, workspaceId, id))) throw new HttpError(404, "Destination not found");
    const target = { type: "destination", id, name };
    const before = destinationRecord(gateway, row);
    await recordChange(queries, call, { action: "destination.delete", target, before, workspaceId });
  });
  return { deleted: true as const };
});
