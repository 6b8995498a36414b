import { APICallError } from "@ai-sdk/provider";
import { isRecord } from "#lib/is-record.ts";
import { UpstreamError } from "#server/errors.ts";
import { eventStatus } from "../errors/error.ts";
import type { UpstreamCall } from "../media.ts";
import { type Block, block, tryParse } from "./json.ts";

/** The address to send to, and the signal that aborts. */
export type Target = Pick<UpstreamCall<unknown>, "baseUrl" | "fetch" | "signal">;
type Headers = Record<string, string>;

/**
 * Posts JSON to a path below the base URL. Resolves when the headers of a successful response arrive; otherwise throws
 * the upstream's error.
 */
export function postJson(target: Target, path: string, headers: Headers, body: object): Promise<Response> {
  return send(target, path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}

/** Posts a form like `postJson`. */
export function postForm(target: Target, path: string, headers: Headers, form: FormData): Promise<Response> {
  return send(target, path, { method: "POST", headers, body: form });
}

/** Posts any body like `postJson`; the caller sets its content type. */
export function postBody(target: Target, path: string, headers: Headers, body: BodyInit): Promise<Response> {
  return send(target, path, { method: "POST", headers, body });
}

/** Sends a GET like `postJson`. */
export function getFrom(target: Target, path: string, headers: Headers): Promise<Response> {
  return send(target, path, { headers });
}

/** Sends a DELETE like `postJson`. */
export function deleteAt(target: Target, path: string, headers: Headers): Promise<Response> {
  return send(target, path, { method: "DELETE", headers });
}

async function send({ baseUrl, fetch, signal }: Target, path: string, init: RequestInit): Promise<Response> {
  const url = baseUrl + path;
  const response = await fetch(url, { ...init, signal });
  if (response.ok) return response;
  throw reportedError(response, response.status, await response.text());
}

/** Returns the JSON object of a successful response. Throws if it is not an object or reports an error. */
export async function readJson(response: Response): Promise<Block> {
  const text = await response.text();
  const reply = tryParse(text);
  if (!isRecord(reply)) throw reportedError(response, response.status, text);
  if (isRecord(reply.error)) throw reportedError(response, eventStatus(reply), text);
  return reply;
}

/** Returns the error that a stream event reports. */
export function eventError(event: Block): Error {
  return reportedError({ headers: new Headers() }, eventStatus(event), JSON.stringify(event));
}

/**
 * Returns the JSON object of a successful response whose `error` field is part of the result. Throws if it is not an
 * object.
 */
export async function readObject(response: Response): Promise<Block> {
  const text = await response.text();
  const reply = tryParse(text);
  if (isRecord(reply)) return reply;
  throw reportedError(response, response.status, text);
}

/** Returns the error for a successful response with unusable content; the start of the content goes to the log. */
export function unusableError(response: unknown): Error {
  const responseBody = JSON.stringify(response)?.slice(0, 2000);
  return new APICallError({
    message: "The response lacks the requested content",
    url: "",
    requestBodyValues: {},
    statusCode: 200,
    ...(responseBody && { responseBody }),
  });
}

/** Returns the error for a streamed response that ends early. */
export function brokenOffError(): UpstreamError {
  return new UpstreamError(502, "The provider's response was cut off", { retryable: true });
}

/**
 * Returns the error that a response reports in its status or its body. `fromThrown` converts it; it knows the credential
 * to mask and the current time.
 */
export function reportedError(
  { headers }: Pick<Response, "headers">,
  statusCode: number,
  responseBody: string,
): APICallError {
  return new APICallError({
    message: `The provider responded with status ${statusCode}`,
    url: "",
    requestBodyValues: {},
    statusCode,
    responseHeaders: Object.fromEntries(headers),
    responseBody,
  });
}

/** Returns an object field of a response, e.g. its usage; undefined if it is missing. */
export function blockOf(response: Block, name: string): Block | undefined {
  return isRecord(response[name]) ? block(response[name]) : undefined;
}
