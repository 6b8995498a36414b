import type { UpstreamError } from "#server/errors.ts";

/** The provider rejected a credential, which is therefore passed over until `untilMs`. */
export type Rejection = {
  status: number;
  atMs: number;
  untilMs: number;
  /** How often in a row the provider rejected it when it was tried again. */
  times: number;
};

/** By the id of the model endpoint that a rejection applies to, or `EVERY_MODEL`. */
export type Rejections = Map<string, Rejection>;

export const EVERY_MODEL = "";

const FIRST_PAUSE_MS = 60_000;
/** A credential that works again is used again within this time. */
const LONGEST_PAUSE_MS = 900_000;

/**
 * Records that the provider rejected a credential. Each time it is rejected again, it is passed over twice as long.
 * Returns the credential's rejections.
 */
export function noteRejection(
  known: Rejections | undefined,
  endpointId: string,
  { rejects, status }: UpstreamError,
  nowMs: number,
): Rejections | undefined {
  if (rejects === undefined || rejects === "request") return known;
  const rejections: Rejections = known ?? new Map();
  const place = rejects === "model" ? endpointId : EVERY_MODEL;
  const former = rejections.get(place);
  // Requests that were already in flight say nothing new.
  if (former && former.untilMs > nowMs) return rejections;
  const times = (former?.times ?? 0) + 1;
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (times - 1), LONGEST_PAUSE_MS);
  return rejections.set(place, { status, atMs: nowMs, untilMs: nowMs + pauseMs, times });
}

/** Records that the provider accepted a credential for a model. Returns its other rejections. */
export function noteAcceptance(rejections: Rejections, endpointId: string): Rejections | undefined {
  rejections.delete(EVERY_MODEL);
  rejections.delete(endpointId);
  return rejections.size > 0 ? rejections : undefined;
}

/** Returns until when a credential is passed over at a model endpoint because it was rejected, in Unix ms; 0 if it is not. */
export function rejectedUntil(rejections: Rejections | undefined, endpointId: string, nowMs: number): number {
  if (!rejections) return 0;
  const untilMs = Math.max(rejections.get(EVERY_MODEL)?.untilMs ?? 0, rejections.get(endpointId)?.untilMs ?? 0);
  return untilMs > nowMs ? untilMs : 0;
}
