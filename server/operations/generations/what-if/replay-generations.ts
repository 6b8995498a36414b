import { replayGenerations as endpoint, MAX_REPLAYED } from "#lib/contract/what-if.ts";
import { ownerOnly } from "#server/auth/access.ts";
import { readDecisions } from "#server/data/generation-decisions.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { checkNames } from "./check-names.ts";
import { createComparison } from "./comparison.ts";
import { inRegions } from "./in-regions.ts";
import { policyOf } from "./policy.ts";

const DAY_MS = 86_400_000;

/** Repeats the routing decisions for the ledger's requests of a time range. Sends and writes nothing. */
export const replayGenerations = operation(endpoint)(async (gateway, { principal, body }) => {
  const { catalogue, database, ledger, now } = gateway;
  const to = body.time_range ? new Date(body.time_range.end) : new Date(now());
  const from = body.time_range ? new Date(body.time_range.start) : new Date(to.getTime() - DAY_MS);
  if (from >= to) throw new HttpError(400, "Invalid request: time_range: must start before it ends");
  checkNames(catalogue, body);
  await ledger.flush();
  const policy = policyOf(catalogue, body, inRegions(gateway, principal, body), now());
  const comparison = createComparison(policy);
  const range = {
    workspaceId: principal.workspaceId,
    userId: ownerOnly(principal),
    from,
    to,
    last: MAX_REPLAYED,
  };
  for await (const page of readDecisions(database.queries, range))
    for (const decision of page) comparison.add(decision);
  const result = comparison.result();
  return {
    data: {
      from: from.toISOString(),
      to: to.toISOString(),
      is_complete: result.requests < MAX_REPLAYED,
      ...result,
    },
  };
});
