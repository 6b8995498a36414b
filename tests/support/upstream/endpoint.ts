import type { Fault } from "./fault.ts";
import type { NewId } from "./ids.ts";
import type { RecordedRequest } from "./recorded-request.ts";
import type { Rule } from "./rule.ts";

/** Everything an endpoint needs to respond to one request. */
export type Exchange = {
  request: RecordedRequest;
  fault: Fault;
  rule: Rule | undefined;
  newId: NewId;
  nowSeconds: number;
  /** State that outlives a request, such as video jobs by id. */
  jobs: Map<string, unknown>;
};

/** One server-sent event. `data` is text only where the format sends no JSON, as `[DONE]`. */
export type WireEvent = { event?: string; data: object | string };

/** The events of a stream, and the format's events for errors. */
export type EventStream = {
  events: WireEvent[];
  encode(events: WireEvent[]): string[];
  errorEvents(status: number, sentEvents: number): WireEvent[];
  unknownEvent: WireEvent;
  contentType?: string;
};

/** The bytes of a media file, streamed in pieces of `pieceBytes` if set. */
export type BytesAnswer = { bytes: Uint8Array; contentType: string; pieceBytes?: number };

export type EndpointResponse = { status?: number; headers?: Record<string, string> } & (
  | { json: unknown }
  | BytesAnswer
  | { stream: EventStream }
);

/** How a provider checks keys, formats errors and sets response headers. */
export type Conventions = {
  /** Returns the error response if the request has no usable key. */
  refuse(request: RecordedRequest, acceptsKey: (key: string) => boolean): EndpointResponse | undefined;
  /**
   * Returns the error body for a status, as the provider documents it. `retryAfterMs` is for formats that repeat it in
   * the body.
   */
  error(status: number, about: { model: string; message?: string; retryAfterMs?: number; requestId: string }): object;
  /** Returns the headers of every response. */
  headers(requestId: string): Record<string, string>;
  requestIdPrefix: string;
};

export type Endpoint = {
  method: "GET" | "POST" | "DELETE";
  /** Matched against the end of the path, so that any base URL works. */
  path: RegExp;
  conventions: Conventions;
  answer(exchange: Exchange): EndpointResponse;
};
