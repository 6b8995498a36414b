import type { Readable } from "node:stream";
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from "#lib/contract/endpoint.ts";
import type { ApiResponse } from "#server/api-response.ts";
import type { BatchCall } from "#server/caller/batch-call.ts";
import type { CallerHeaders } from "#server/caller/caller-headers.ts";
import type { CallerRequest } from "#server/caller/caller-request.ts";
import type { ManagedRecords } from "#server/caller/config-file.ts";
import type { Principal } from "#server/caller/principal.ts";
import type { Gateway } from "#server/gateway.ts";
import type { Stopper } from "#server/stop-signal.ts";

/** What an operation receives about its request. */
export type Call<E extends Endpoint = Endpoint> = {
  request: CallerRequest;
  headers: CallerHeaders;
  requestId: string;
  /** Absent only on public endpoints. */
  principal: E["access"] extends "public" ? Principal | undefined : Principal;
  params: ParamsOf<E>;
  query: QueryOf<E>;
  /** Absent if the request is a form, which the operation reads itself. */
  body: E["form"] extends string ? BodyOf<E> | undefined : BodyOf<E>;
  /** The body as sent, before the contract filled in defaults. */
  raw: Record<string, unknown>;
  /** The bytes of the body, decompressed, if the contract sets `isSigned`. */
  bytes?: Uint8Array;
  /** Returns the bytes of a body that the operation reads itself. Call it once. */
  source(): Readable;
  /** Counts body bytes that the operation holds in memory. Throws 503 if the process holds too many. */
  hold(sizeBytes: number): void;
  /** Aborts when the caller disconnects. */
  departure: Stopper;
  /** `performance.now()` when the request arrived. */
  arrivedMs: number;
  /** The caller's network address. */
  address: string;
  /** Adds headers to the response, whatever it will be. */
  setHeaders?(headers: Record<string, string>): void;
  /** The batch that runs the request. */
  batch?: BatchCall;
  /** The records that the configuration file manages, so that the caller cannot change them. */
  managed: ManagedRecords | undefined;
};

export type Operation = {
  endpoint: Endpoint;
  run(gateway: Gateway, call: Call<never>): Promise<unknown>;
};

/**
 * Binds a function to its endpoint. Curried so that the endpoint's literal types are inferred first. The function
 * receives the gateway and the request, and returns data of the endpoint's response schema, or an `ApiResponse`.
 */
export function operation<const E extends Endpoint>(endpoint: E) {
  return (run: (gateway: Gateway, call: Call<E>) => Promise<ResponseOf<E> | ApiResponse>): Operation => ({
    endpoint,
    run: run as Operation["run"],
  });
}
