import type { UpstreamError } from "#server/errors.ts";
import type { ResponseHeaders } from "#server/providers/errors/rate-limits.ts";
import { coolDown, limitedUntil, newQuota, noteHeaders, type Quota } from "./quota.ts";
import { noteAcceptance, noteRejection, type Rejections, rejectedUntil } from "./rejections.ts";

/** What this process does with a credential now. It lives as long as the credential. */
export type CredentialLoad = {
  /** Requests of this process whose response has not ended. */
  inFlight: number;
  /** Those of the other processes, as they last reported them; 0 without Redis. */
  elsewhere: number;
  /** By model endpoint, because providers limit each model on its own. */
  quotas: Map<string, Quota>;
  /** Undefined while the provider accepts the credential. */
  rejections: Rejections | undefined;
  lastFailure: { status: number; atMs: number } | undefined;
};

export function newCredentialLoad(): CredentialLoad {
  return { inFlight: 0, elsewhere: 0, quotas: new Map(), rejections: undefined, lastFailure: undefined };
}

/** Counts a request that starts. Returns the quota that its response updates; its `begun` is the request's sequence. */
export function beginUse(load: CredentialLoad, endpointId: string): Quota {
  load.inFlight += 1;
  const quota = load.quotas.get(endpointId) ?? newQuota();
  if (quota.begun === 0) load.quotas.set(endpointId, quota);
  quota.begun += 1;
  return quota;
}

/** Records the headers of a response, whatever its status. */
export function noteResponseHeaders(
  use: { quota?: Quota | undefined; sequence: number },
  headers: ResponseHeaders,
  nowMs: number,
): void {
  if (use.quota) noteHeaders(use.quota, use.sequence, headers, nowMs);
}

/** Records a failed request. */
export function noteRefusal(load: CredentialLoad, endpointId: string, failure: UpstreamError, nowMs: number): void {
  const quota = load.quotas.get(endpointId);
  if (quota && failure.status === 429) coolDown(quota, nowMs, failure.retryAfterMs);
  load.lastFailure = { status: failure.status, atMs: nowMs };
  load.rejections = noteRejection(load.rejections, endpointId, failure, nowMs);
}

/** Records a response that started. */
export function noteResponse(load: CredentialLoad, endpointId: string): void {
  if (load.rejections) load.rejections = noteAcceptance(load.rejections, endpointId);
}

/** Returns when a credential may be used again at a model endpoint, in Unix ms; 0 if it may be used now. */
export function unavailableUntil(load: CredentialLoad, endpointId: string, nowMs: number): number {
  const quota = load.quotas.get(endpointId);
  return Math.max(quota ? limitedUntil(quota, nowMs) : 0, rejectedUntil(load.rejections, endpointId, nowMs));
}
