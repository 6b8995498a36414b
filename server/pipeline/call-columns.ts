import type { Principal } from "#server/auth/principal.ts";
import type { GenerationRow } from "#server/data/generations.ts";
import { guardingOf } from "#server/guardrails/report.ts";
import type { ModelCall } from "./model-call.ts";

/** Who calls for what, whatever becomes of it. */
export type CallFacts = {
  principal: Principal;
  requestId: string;
  requestedModel: string;
  operation: string;
  sessionId: string | null;
  externalUser: string | null;
  userAgent: string | null;
  referer: string | null;
  /** When the request arrived: its cost counts in that day, as the room that was reserved for it. */
  createdAt: Date;
  /** The same as `performance.now()`. */
  arrivedMs: number;
};

/** The columns of a call's ledger row that say nothing of its attempts; the call ends now. */
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
    sessionId: facts.sessionId,
    externalUser: facts.externalUser,
    userAgent: facts.userAgent,
    referer: facts.referer,
    guarding: guardingOf(call.guard),
  } satisfies Partial<GenerationRow>;
}
