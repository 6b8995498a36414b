import type { DestinationType } from "#lib/contract/destination-config.ts";
import { updateDestination as endpoint } from "#lib/contract/destinations.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { retryNow } from "#server/data/destination-states.ts";
import { updateDestination as updateRow } from "#server/data/destinations.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { columnsOf, destinationRecord, withHealth } from "./destination-records.ts";
import { requireOwnKeys } from "./own-keys.ts";
import { requireDestination } from "./require-destination.ts";
import { mergeConfig, sealConfig } from "./seal-config.ts";
import { requireUsableRules } from "./usable-rules.ts";

export const updateDestination = operation(endpoint)(async (gateway, call) => {
  const { principal, params, body } = call;
  const { config, ...fields } = body;
  const old = await requireDestination(gateway, principal, params.id);
  const { id, workspaceId } = old;
  const before = destinationRecord(gateway, old);
  if (Object.keys(body).length === 0) return { data: await withHealth(gateway.database.queries, before) };
  requireOwnKeys(gateway, workspaceId, fields.api_key_hashes);
  requireUsableRules(fields.filter_rules);
  const sealed =
    config && sealConfig(gateway, id, old.type as DestinationType, await mergeConfig(gateway, old, config));
  return gateway.database.queries.transaction(async (queries) => {
    const row = await updateRow(queries, workspaceId, id, { ...columnsOf(fields), ...sealed });
    if (!row) throw new HttpError(404, "Destination not found");
    // The change may have fixed the cause of earlier failures.
    await retryNow(queries, id);
    const after = destinationRecord(gateway, row);
    const target = { type: "destination", id, name: row.name };
    await recordChange(queries, call, { action: "destination.update", target, before, after, workspaceId });
    return { data: await withHealth(queries, after) };
  });
});
