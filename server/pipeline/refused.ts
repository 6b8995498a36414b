import type { HttpError } from "#server/errors.ts";
import { type CallFacts, callColumns } from "./call-columns.ts";
import type { TextCall } from "./text-call.ts";

/** Keeps a call that a guardrail has refused: it reached no provider and cost nothing. */
export function recordRefusal(facts: CallFacts, call: TextCall, refusal: HttpError): void {
  const columns = callColumns(facts, call);
  const untried = { model: null, modelEndpoint: null, provider: null, upstreamId: null, isByok: false, attempts: [] };
  const free = { usage: {}, rawUsage: null, usageEstimated: false, costNanoUsd: 0, priceIds: [], unpriced: [] };
  call.gateway.ledger.record(
    {
      ...columns,
      ...untried,
      ...free,
      ...{ serviceTier: null, status: refusal.status, finish: "content_filter", nativeFinish: null },
      ...{ error: refusal.message, cancelled: false, queueMs: columns.totalMs, firstTokenMs: null, notes: [] },
    },
    [],
  );
}
