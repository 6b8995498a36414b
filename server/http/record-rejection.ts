import type { Endpoint } from "#lib/contract/endpoint.ts";
import { HttpError } from "#server/errors.ts";
import { findGateway } from "#server/find-gateway.ts";
import type { Call } from "./operation.ts";

/** What is known about a request so far. */
export type KnownRequest = {
  arrivedMs?: number;
  principal?: Call["principal"] | undefined;
  /** The parsed body, before it is validated. */
  raw?: unknown;
  call?: Pick<Call, "raw">;
  /** Headers for its response. */
  headers?: Record<string, string>;
};

type Incoming = Pick<Call, "headers" | "requestId"> & { known: KnownRequest };

/** Only model requests spend money. */
const SPENDS = 402;

/**
 * Records a model request of a known caller that is rejected with a 4xx. Returns the id of its ledger row; undefined if
 * there is none to write.
 */
export function recordRejection(endpoint: Endpoint, incoming: Incoming, thrown: unknown): string | undefined {
  const { headers, requestId, known } = incoming;
  const { principal, arrivedMs = performance.now() } = known;
  const isRejection = thrown instanceof HttpError && thrown.status < 500 && thrown.status !== 401;
  if (!isRejection || !principal || !endpoint.errors.includes(SPENDS)) return undefined;
  const raw = known.call?.raw ?? known.raw;
  return findGateway()?.recordRejection({
    principal,
    headers,
    requestId,
    operation: endpoint.id,
    raw,
    arrivedMs,
    error: thrown,
  });
}
