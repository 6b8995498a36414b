import type { DestinationType } from "#lib/contract/destination-config.ts";
import { updateDestination as endpoint } from "#lib/contract/destinations.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { updateDestination as updateRow } from "#server/data/destinations.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { destinationInReach } from "./destination-in-reach.ts";
import { columnsOf, destinationRecord } from "./destination-records.ts";
import { requireOwnKeys } from "./own-keys.ts";
import { changedConfig, sealConfig } from "./sealed-config.ts";

export const updateDestination = operation(endpoint)(async (gateway, call) => {
  const { principal, params, body } = call;
  const { config, ...fields } = body;
  const old = await destinationInReach(gateway, principal, params.id);
  const { id, workspaceId } = old;
  const before = destinationRecord(gateway, old);
  if (Object.keys(body).length === 0) return { data: before };
  requireOwnKeys(gateway, workspaceId, fields.api_key_hashes);
  const sealed =
    config && sealConfig(gateway, id, old.type as DestinationType, await changedConfig(gateway, old, config));
  const data = await gateway.database.queries.transaction(async (queries) => {
    const row = await updateRow(queries, workspaceId, id, { ...columnsOf(fields), ...sealed });
    if (!row) throw new HttpError(404, "Destination not found");
    const after = destinationRecord(gateway, row);
    const target = { type: "destination", id, name: row.name };
    await recordChange(queries, call, { action: "destination.update", target, before, after, workspaceId });
    return after;
  });
  return { data };
});
