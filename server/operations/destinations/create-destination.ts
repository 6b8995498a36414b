import { createDestination as endpoint } from "#lib/contract/destinations.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import { insertDestination, type NewDestination } from "#server/data/destinations.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { columnsOf, destinationRecord, withHealth } from "./destination-records.ts";
import { requireOwnKeys } from "./own-keys.ts";
import { requireAllowed, requireDiskFolder, sealConfig } from "./seal-config.ts";
import { requireUsableRules } from "./usable-rules.ts";

const MOST_OF_A_TYPE = 5;

export const createDestination = operation(endpoint)(async (gateway, call) => {
  const { principal, body } = call;
  const { type, config, workspace_id, ...fields } = body;
  const workspaceId = await requireWorkspace(gateway, principal, workspace_id);
  requireOwnKeys(gateway, workspaceId, fields.api_key_hashes);
  requireUsableRules(fields.filter_rules);
  if (type === "disk") requireDiskFolder(gateway);
  await requireAllowed(gateway, config);
  const id = crypto.randomUUID();
  const values = { ...columnsOf(fields), ...sealConfig(gateway, id, type, config), id, workspaceId, type };
  return gateway.database.queries.transaction(async (queries) => {
    const row = await insertDestination(queries, values as NewDestination, MOST_OF_A_TYPE);
    if (!row) throw new HttpError(409, `A workspace can have at most ${MOST_OF_A_TYPE} destinations of type ${type}`);
    const after = destinationRecord(gateway, row);
    const target = { type: "destination", id, name: row.name };
    await recordChange(queries, call, { action: "destination.create", target, after, workspaceId });
    return { data: await withHealth(queries, after) };
  });
});
