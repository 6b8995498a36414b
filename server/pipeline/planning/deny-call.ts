import { metadataKey } from "#server/caller/clients.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { HttpError } from "#server/errors.ts";
import { type CallFacts, callColumns } from "../call-columns.ts";
import { storeContent } from "../guard/stored-content.ts";
import { deniedMetadata } from "../metadata.ts";
import type { ModelCall } from "../model-call.ts";
import type { Candidate } from "./candidate.ts";

/**
 * Records a call that a guardrail denied and returns the error for the caller, with the generation id and, if
 * requested, what the guardrails did.
 */
export function denyCall(
  facts: CallFacts,
  call: ModelCall,
  planned: readonly Candidate[],
  refusal: HttpError,
): HttpError {
  recordRefusal(facts, call, refusal);
  const key = metadataKey(call.headers);
  const beside = key && call.guard ? { [key]: deniedMetadata(facts.requestedModel, planned, call.guard) } : undefined;
  return withCallFields(call, refusal, beside);
}

/** Returns the error with the generation id. `beside`: metadata that the caller asked for. */
export function withCallFields(
  { id }: Pick<ModelCall, "id">,
  { status, message, metadata }: HttpError,
  beside: Body | undefined,
): HttpError {
  const headers = { "x-generation-id": id };
  return new HttpError(status, message, { ...(metadata && { metadata }), headers, ...(beside && { beside }) });
}

/** Records a call that reached no provider and cost nothing. */
function recordRefusal(facts: CallFacts, call: ModelCall, refusal: HttpError): void {
  const columns = callColumns(facts, call);
  const untried = { model: null, modelEndpoint: null, provider: null, upstreamId: null, isByok: false, attempts: [] };
  const unused = { usage: {}, otherModels: null, steps: null, rawUsage: null, usageEstimated: false };
  const free = { ...unused, costNanoUsd: 0, byokNanoUsd: null, reportedCostNanoUsd: null, priceIds: [], unpriced: [] };
  const row = {
    ...columns,
    ...untried,
    ...free,
    serviceTier: null,
    status: refusal.status,
    finish: "content_filter",
    nativeFinish: null,
    error: refusal.message,
    cancelled: false,
    queueMs: columns.totalMs,
    firstTokenMs: null,
    notes: [],
  };
  call.gateway.ledger.record(row, []);
  call.trace?.end(row);
  storeContent(call, row, undefined);
  call.gateway.ledger.keep();
}
