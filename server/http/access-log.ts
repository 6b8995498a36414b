import type { ServerResponse } from "node:http";
import type { ApiResponse } from "#server/api-response.ts";
import type { Gateway } from "#server/gateway.ts";

/**
 * The access log's facts about a request, in addition to its response. `traceId`: of the caller's trace. `startedMs`: a
 * time of `performance.now`.
 */
export type Access = { method: string; path: string; operation?: string; traceId?: string; startedMs: number };

/**
 * Logs one line when a response has ended. The path has no query, which may contain a secret.
 * `isComplete` is false when the caller left before the end.
 */
export function logAccess(
  gateway: Gateway | undefined,
  access: Access,
  response: ApiResponse,
  outgoing?: ServerResponse,
): void {
  const { startedMs, ...facts } = access;
  const { "x-request-id": requestId, "x-generation-id": generationId } = response.headers;
  const write = () =>
    gateway?.log.info(
      {
        ...facts,
        status: response.status,
        tookMs: Math.round(performance.now() - startedMs),
        requestId,
        ...(generationId && { generationId }),
        isComplete: outgoing?.writableFinished ?? true,
      },
      "request",
    );
  if (outgoing) outgoing.once("close", write);
  else write();
}
