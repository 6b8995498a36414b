import { getDestination as endpoint } from "#lib/contract/destinations.ts";
import { operation } from "#server/http/operation.ts";
import { gateway } from "#server/opened-gateway.ts";
import { destinationInReach } from "./destination-in-reach.ts";
import { destinationRecord } from "./destination-records.ts";

export const getDestination = operation(endpoint)(async ({ principal, params }) => {
  const open = gateway();
  return { data: destinationRecord(open, await destinationInReach(open, principal, params.id)) };
});
