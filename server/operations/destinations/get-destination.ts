import { getDestination as endpoint } from "#lib/contract/destinations.ts";
import { operation } from "#server/http/operation.ts";
import { destinationInReach } from "./destination-in-reach.ts";
import { destinationRecord } from "./destination-records.ts";

export const getDestination = operation(endpoint)(async (gateway, { principal, params }) => {
  return { data: destinationRecord(gateway, await destinationInReach(gateway, principal, params.id)) };
});
