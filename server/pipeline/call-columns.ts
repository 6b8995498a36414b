import type { BatchCall } from "#server/caller/batch-call.ts";
import type { CallerFacts } from "#server/caller/caller-facts.ts";
import type { Principal } from "#server/caller/principal.ts";
import type { GenerationRow } from "#server/data/generations.ts";
import { guardingOf } from "#server/guardrails/report.ts";
import type { Arm } from "./aliases/arm.ts";
import type { ModelCall } from "./model-call.ts";
import type { RoutingRecord } from "./planning/record/routing-record.ts";
import type { RequestRecord } from "./request-record/request-record.ts";

/** Facts about a request that do not depend on its outcome. */
export type CallFacts = {
  principal: Principal;
  requestId: string;
  requestedModel: string;
  operation: string;
  caller: CallerFacts;
  /** Why its candidates were chosen or passed over; null if it has none. */
  routing: RoutingRecord | null;
  /** Its settings and headers; null for a request that is not a model request. */
  received: RequestRecord | null;
  /** When the request arrived. Its cost counts toward that day, as its reservation does. */
  createdAt: Date;
  /** The same as `performance.now()`. */
  arrivedMs: number;
  /** The batch that the request is a line of. */
  batch?: BatchCall | undefined;
  /** The canaries that the request takes part in. */
  arms?: readonly Arm[] | undefined;
};

/** Returns the columns of a ledger row that do not depend on attempts. The request's end time is now. */
export function callColumns(facts: CallFacts, call: ModelCall) {
  const endedMs = performance.now();
  return {
    id: call.id,
    createdAt: facts.createdAt,
    organizationId: facts.principal.organizationId,
    workspaceId: facts.principal.workspaceId,
    keyHash: facts.principal.key?.hash ?? null,
    userId: facts.principal.userId,
    requestId: facts.requestId,
    operation: facts.operation,
    dialect: call.dialect?.id ?? null,
    requestedModel: facts.requestedModel,
    streamed: call.streamed,
    totalMs: Math.round(endedMs - facts.arrivedMs),
    ...facts.caller,
    guarding: guardingOf(call.guard),
    routing: facts.routing,
    request: facts.received,
    rejection: null,
    rejectedField: null,
    rejectedRequests: null,
    batchId: facts.batch?.id ?? null,
  } satisfies Partial<GenerationRow>;
}
