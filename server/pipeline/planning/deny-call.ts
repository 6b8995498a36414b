import type { Body } from "#server/dialects/dialect.ts";
import { HttpError } from "#server/errors.ts";
import { metadataKey } from "#server/http/clients.ts";
import { type CallFacts, callColumns } from "../call-columns.ts";
import { keepContent } from "../guard/kept-content.ts";
import { refusedMetadata } from "../metadata.ts";
import type { ModelCall } from "../model-call.ts";
import type { Candidate } from "./candidate.ts";

/**
 * Keeps a call that a guardrail has refused, and answers the refusal as the caller gets it: with the generation's id,
 * and what guardrails did if that was asked for.
 */
export function denyCall(
  facts: CallFacts,
  call: ModelCall,
  planned: readonly Candidate[],
  refusal: HttpError,
): HttpError {
  recordRefusal(facts, call, refusal);
  const key = metadataKey(call.headers);
  const beside = key && call.guard ? { [key]: refusedMetadata(facts.requestedModel, planned, call.guard) } : undefined;
  return withCallFields(call, refusal, beside);
}

/** The error with the generation's id, and `beside` it what the caller asked to know. */
export function withCallFields(
  { id }: Pick<ModelCall, "id">,
  { status, message, metadata }: HttpError,
  beside: Body | undefined,
): HttpError {
  const headers = { "x-generation-id": id };
  return new HttpError(status, message, { ...(metadata && { metadata }), headers, ...(beside && { beside }) });
}

/** It reached no provider and cost nothing. */
function recordRefusal(facts: CallFacts, call: ModelCall, refusal: HttpError): void {
  const columns = callColumns(facts, call);
  const untried = { model: null, modelEndpoint: null, provider: null, upstreamId: null, isByok: false, attempts: [] };
  const unused = { usage: {}, otherModels: null, rawUsage: null, usageEstimated: false };
  const free = { ...unused, costNanoUsd: 0, reportedCostNanoUsd: null, priceIds: [], unpriced: [] };
  const row = {
    ...columns,
    ...untried,
    ...free,
    ...{ serviceTier: null, status: refusal.status, finish: "content_filter", nativeFinish: null },
    ...{ error: refusal.message, cancelled: false, queueMs: columns.totalMs, firstTokenMs: null, notes: [] },
  };
  call.gateway.ledger.record(row, []);
  keepContent(call, row, undefined);
  call.gateway.ledger.keep();
}
