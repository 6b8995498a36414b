import { getDestination as endpoint } from "#lib/contract/destinations.ts";
import { operation } from "#server/http/operation.ts";
import { destinationRecord, withHealth } from "./destination-records.ts";
import { requireDestination } from "./require-destination.ts";

export const getDestination = operation(endpoint)(async (gateway, { principal, params }) => {
  const row = await requireDestination(gateway, principal, params.id);
  return { data: await withHealth(gateway.database.queries, destinationRecord(gateway, row)) };
});
