import type { ApiResponse } from "#server/api-response.ts";
import { errorType } from "#server/errors.ts";

/** OpenAI's codes of errors that only a connection has, and those that its clients look for. */
export type ErrorCode =
  | "invalid_json"
  | "invalid_event"
  | "invalid_stream_id"
  | "previous_response_not_found"
  | "websocket_stream_limit_reached"
  | "websocket_connection_limit_reached"
  | "rate_limit_exceeded"
  | "server_is_overloaded";

export type Failure = {
  status: number;
  code: ErrorCode;
  message: string;
  param?: string;
  streamId?: string | undefined;
};

/** Returns the event for a message that is rejected before it becomes a request. */
export function errorEvent({ status, code, message, param, streamId }: Failure): string {
  return eventOf(status, { type: errorType(status), code, message, param: param ?? null }, streamId);
}

/** OpenAI's codes, which its clients read as text, by status. */
const CODES: Readonly<Record<number, string>> = {
  401: "invalid_api_key",
  402: "insufficient_quota",
  404: "model_not_found",
  429: "rate_limit_exceeded",
  503: "server_is_overloaded",
  529: "server_is_overloaded",
};

/** The headers of an error response that a client acts on or reports. */
const HEADERS = ["retry-after", "x-request-id", "x-generation-id"];

/** Returns the event for an error response with a whole body, whose `code` is a number in our envelope. */
export function eventOfResponse({ status, headers, body }: ApiResponse, streamId: string | undefined): string {
  const { error } = JSON.parse(String(body)) as { error: { type: string; message: string; metadata?: object } };
  const code = CODES[status] ?? (status >= 500 ? "server_error" : null);
  const sent = HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]]));
  return eventOf(status, { ...error, code, param: null }, streamId, Object.fromEntries(sent));
}

function eventOf(status: number, error: object, streamId: string | undefined, headers?: object): string {
  return JSON.stringify({
    type: "error",
    status,
    ...(streamId !== undefined && { stream_id: streamId }),
    error,
    ...(headers && { headers }),
  });
}
