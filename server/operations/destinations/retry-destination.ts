import { retryDestination as endpoint } from "#lib/contract/destinations.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { requeueDeadLetters } from "#server/data/destination-events.ts";
import { retryNow } from "#server/data/destination-states.ts";
import { operation } from "#server/http/operation.ts";
import { requireDestination } from "./require-destination.ts";

export const retryDestination = operation(endpoint)(async (gateway, call) => {
  const { id, name, workspaceId } = await requireDestination(gateway, call.principal, call.params.id);
  const retried = await gateway.database.queries.transaction(async (queries) => {
    const revived = await requeueDeadLetters(queries, id);
    await retryNow(queries, id);
    const target = { type: "destination", id, name };
    await recordChange(queries, call, {
      action: "destination.retry",
      target,
      after: { retried: revived },
      workspaceId,
    });
    return revived;
  });
  return { data: { retried } };
});
