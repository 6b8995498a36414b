import type { Readable } from "node:stream";
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from "#lib/contract/endpoint.ts";
import type { Principal } from "#server/auth/principal.ts";
import type { Reply } from "#server/reply.ts";
import type { Stopper } from "#server/stop-signal.ts";
import type { CallerHeaders } from "./caller-headers.ts";
import type { CallerRequest } from "./caller-request.ts";

/** What an operation knows of the call it answers. */
export type Call<E extends Endpoint = Endpoint> = {
  request: CallerRequest;
  headers: CallerHeaders;
  requestId: string;
  /** Only absent on public endpoints. */
  principal: E["access"] extends "public" ? Principal | undefined : Principal;
  params: ParamsOf<E>;
  query: QueryOf<E>;
  /** Absent where a form came that the operation reads itself. */
  body: E["form"] extends string ? BodyOf<E> | undefined : BodyOf<E>;
  /** The body as it was sent, before the contract filled defaults. */
  raw: Record<string, unknown>;
  /** The bytes of a body that the operation reads itself, as they come. To be called once. */
  source(): Readable;
  /** Counts bytes of the body that the operation keeps in memory. Throws 503 when the process keeps too many. */
  hold(sizeBytes: number): void;
  /** Aborts when the caller goes away. */
  departure: Stopper;
  /** `performance.now()` when the request arrived. */
  arrivedMs: number;
  /** Network address of the caller. */
  address: string;
};

export type Operation = {
  endpoint: Endpoint;
  run(call: Call<never>): Promise<unknown>;
};

/**
 * Ties a function to the endpoint it answers. Curried, so that the endpoint's literal types are fixed first.
 * The function returns data of the endpoint's response schema, or a whole `Reply`.
 */
export function operation<const E extends Endpoint>(endpoint: E) {
  return (run: (call: Call<E>) => Promise<ResponseOf<E> | Reply>): Operation => ({
    endpoint,
    run: run as Operation["run"],
  });
}
