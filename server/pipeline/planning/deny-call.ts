import { metadataKey } from "#server/caller/clients.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { HttpError } from "#server/errors.ts";
import { type CallFacts, callColumns } from "../call-columns.ts";
import { storeContent } from "../guard/stored-content.ts";
import { deniedMetadata } from "../metadata.ts";
import type { ModelCall } from "../model-call.ts";
import { REJECTION_COLUMNS } from "../rejection-columns.ts";
import { markCounted } from "../rejections/recorded-errors.ts";
import { rejectionColumns } from "../rejections/rejection-columns.ts";
import type { Candidate } from "./candidate.ts";

/**
 * Records a request that a guardrail denied and returns the error for the caller, with the generation id and, if
 * requested, what the guardrails did.
 */
export function denyCall(
  facts: CallFacts,
  call: ModelCall,
  planned: readonly Candidate[],
  refusal: HttpError,
): HttpError {
  const hasRow = recordRefusal(facts, call, refusal);
  const key = metadataKey(call.headers);
  const extraFields =
    key && call.guard ? { [key]: deniedMetadata(facts.requestedModel, planned, call.guard) } : undefined;
  return hasRow ? withCallFields(call, refusal, extraFields) : markCounted(withExtraFields(refusal, extraFields));
}

/** Returns the error with the generation id. `extraFields`: metadata that the caller asked for. */
export function withCallFields(
  { id }: Pick<ModelCall, "id">,
  { status, message, metadata }: HttpError,
  extraFields: Body | undefined,
): HttpError {
  const headers = { "x-generation-id": id };
  return new HttpError(status, message, {
    ...(metadata && { metadata }),
    headers,
    ...(extraFields && { extraFields }),
  });
}

function withExtraFields({ status, message, metadata }: HttpError, extraFields: Body | undefined): HttpError {
  return new HttpError(status, message, { ...(metadata && { metadata }), ...(extraFields && { extraFields }) });
}

/** Records a request that reached no provider and cost nothing. Returns false if another row counts it. */
function recordRefusal(facts: CallFacts, call: ModelCall, refusal: HttpError): boolean {
  const columns = callColumns(facts, call);
  const row = {
    ...columns,
    ...REJECTION_COLUMNS,
    ...rejectionColumns(refusal),
    finish: "content_filter",
    queueMs: columns.totalMs,
  };
  const hasRow = call.gateway.rejections.record(row);
  call.trace?.end(row);
  if (hasRow) storeContent(call, row, undefined);
  call.gateway.ledger.keep();
  return hasRow;
}
