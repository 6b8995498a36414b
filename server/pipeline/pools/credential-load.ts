import type { UpstreamError } from "#server/errors.ts";
import type { ResponseHeaders } from "#server/providers/errors/rate-limits.ts";
import { coolDown, limitedUntil, newQuota, noteHeaders, type Quota } from "./quota.ts";

/** What this process does with a credential now and did in the last minutes. It lives as long as the credential. */
export type CredentialLoad = {
  /** Requests whose response has not ended. */
  inFlight: number;
  /** By model endpoint, because vendors limit each model on its own. */
  quotas: Map<string, Quota>;
  /** The upstream rejected the credential itself at its last use. */
  isRejected: boolean;
  /** Requests and errors by minute, in a ring; `minutes`: which minute since 1970 each place holds. */
  minutes: number[];
  requests: number[];
  errors: number[];
};

/** The minutes that are shown; the current one is incomplete. */
export const SHOWN_MINUTES = 5;
const PLACES = SHOWN_MINUTES + 1;
const MINUTE_MS = 60_000;

export function newCredentialLoad(): CredentialLoad {
  const places = () => Array.from({ length: PLACES }, () => 0);
  return {
    inFlight: 0,
    quotas: new Map(),
    isRejected: false,
    minutes: places(),
    requests: places(),
    errors: places(),
  };
}

/** Counts a request that starts. Returns the quota that its response updates; its `begun` is the request's sequence. */
export function beginUse(load: CredentialLoad, endpointId: string, nowMs: number): Quota {
  load.inFlight += 1;
  const place = placeAt(load, nowMs);
  load.requests[place] = (load.requests[place] as number) + 1;
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

/** Records a request that the upstream accepted. */
export function noteAccepted(load: CredentialLoad): void {
  load.isRejected = false;
}

/** Records a failed request. */
export function noteRefusal(load: CredentialLoad, endpointId: string, failure: UpstreamError, nowMs: number): void {
  noteError(load, nowMs);
  if (failure.fault === "credential") load.isRejected = true;
  const quota = load.quotas.get(endpointId);
  if (quota && failure.status === 429) coolDown(quota, nowMs, failure.retryAfterMs);
}

/** Counts an error of a request. */
export function noteError(load: CredentialLoad, nowMs: number): void {
  const place = placeAt(load, nowMs);
  load.errors[place] = (load.errors[place] as number) + 1;
}

/** Returns when a credential may be used again at a model endpoint, in Unix ms; 0 if it may be used now. */
export function unavailableUntil(load: CredentialLoad, endpointId: string, nowMs: number): number {
  const quota = load.quotas.get(endpointId);
  return quota ? limitedUntil(quota, nowMs) : 0;
}

/** Returns the requests and errors of the last minutes. */
export function recentUse({ minutes, requests, errors }: CredentialLoad, nowMs: number) {
  const from = Math.floor(nowMs / MINUTE_MS) - SHOWN_MINUTES;
  const sum = (counts: readonly number[]) =>
    counts.reduce((total, count, place) => total + ((minutes[place] as number) > from ? count : 0), 0);
  return { requests: sum(requests), errors: sum(errors) };
}

function placeAt(load: CredentialLoad, nowMs: number): number {
  const minute = Math.floor(nowMs / MINUTE_MS);
  const place = minute % PLACES;
  if (load.minutes[place] === minute) return place;
  load.minutes[place] = minute;
  load.requests[place] = load.errors[place] = 0;
  return place;
}
