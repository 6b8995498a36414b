import { isRecord } from "#lib/is-record.ts";
import { callerFacts } from "#server/caller/caller-facts.ts";
import type { CallerHeaders } from "#server/caller/caller-headers.ts";
import type { Principal } from "#server/caller/principal.ts";
import type { Dialect } from "#server/dialects/dialect.ts";
import type { HttpError } from "#server/errors.ts";
import { newGenerationId } from "../new-call.ts";
import type { PipelineGateway } from "../pipeline-gateway.ts";
import { REJECTION_COLUMNS } from "../rejection-columns.ts";
import { receivedRequest } from "../request-record/request-record.ts";
import { tagsOfRejected } from "../request-tags.ts";
import { isRecorded } from "./recorded-errors.ts";
import { rejectionColumns } from "./rejection-columns.ts";

/** A model request that ended with a 4xx. */
export type RejectedRequest = {
  principal: Principal;
  headers: CallerHeaders;
  requestId: string;
  /** The endpoint's id. */
  operation: string;
  /** The request body as sent; undefined if it was not read. */
  raw: unknown;
  /** `performance.now()` when the request arrived. */
  arrivedMs: number;
  error: HttpError;
  /** The batch that the request is a line of. */
  batchId?: string | undefined;
};

const DIALECTS: Readonly<Record<string, Dialect["id"]>> = {
  createResponse: "responses",
  createMessage: "messages",
  createChatCompletion: "chat",
  generateContent: "chat",
  streamGenerateContent: "chat",
  createCompletion: "completions",
};

/** The longest text to store from a body that has not been validated. */
const LONGEST_TEXT = 256;

/**
 * Records a request that was rejected before any provider. Returns the id of its ledger row; undefined if the error
 * belongs to a request that is recorded already, or if another row counts the request.
 */
export function recordRejection(gateway: PipelineGateway, rejected: RejectedRequest): string | undefined {
  const { principal, headers, requestId, operation, error, arrivedMs } = rejected;
  if (isRecorded(error)) return undefined;
  const body = isRecord(rejected.raw) ? rejected.raw : {};
  const durationMs = performance.now() - arrivedMs;
  const totalMs = Math.round(durationMs);
  const row = {
    ...REJECTION_COLUMNS,
    id: newGenerationId(gateway.now()),
    createdAt: new Date(gateway.now() - durationMs),
    organizationId: principal.organizationId,
    workspaceId: principal.workspaceId,
    keyHash: principal.key?.hash ?? null,
    userId: principal.userId,
    requestId,
    operation,
    dialect: DIALECTS[operation] ?? null,
    requestedModel: textOf(body.model) ?? "",
    streamed: body.stream === true,
    ...callerFacts(body, headers, tagsOfRejected(body, headers, principal.key?.tags ?? null)),
    guarding: null,
    routing: null,
    request: receivedRequest(body, headers),
    ...rejectionColumns(error),
    finish: null,
    queueMs: totalMs,
    totalMs,
    batchId: rejected.batchId ?? null,
  };
  return gateway.rejections.record(row) ? row.id : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value.slice(0, LONGEST_TEXT) : undefined;
}
