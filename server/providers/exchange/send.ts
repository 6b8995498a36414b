import { APICallError } from "@ai-sdk/provider";
import { UpstreamError } from "#server/errors.ts";
import { eventStatus } from "../errors/error.ts";
import type { Asked } from "../media.ts";
import { type Block, block, isBlock, parsed } from "./json.ts";

/** Where to send, and until when. */
export type Target = Pick<Asked<unknown>, "baseUrl" | "fetch" | "signal">;
type Headers = Record<string, string>;

/** Posts JSON below the base URL; answers as soon as a success's headers are there. Throws what a refusal says. */
export function postJson(target: Target, path: string, headers: Headers, body: object): Promise<Response> {
  return send(target, path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}

/** Posts a form below the base URL, as `postJson`. */
export function postForm(target: Target, path: string, headers: Headers, form: FormData): Promise<Response> {
  return send(target, path, { method: "POST", headers, body: form });
}

/** Posts a body of any kind below the base URL, as `postJson`; its type is the caller's to say. */
export function postBody(target: Target, path: string, headers: Headers, body: BodyInit): Promise<Response> {
  return send(target, path, { method: "POST", headers, body });
}

/** Gets from below the base URL, as `postJson`. */
export function getFrom(target: Target, path: string, headers: Headers): Promise<Response> {
  return send(target, path, { headers });
}

async function send({ baseUrl, fetch, signal }: Target, path: string, init: RequestInit): Promise<Response> {
  const url = baseUrl + path;
  const response = await fetch(url, { ...init, signal });
  if (response.ok) return response;
  throw refusal(response, response.status, await response.text());
}

/** The JSON object of a success. Throws when it is none, or when it tells an error all the same. */
export async function readJson(response: Response): Promise<Block> {
  const text = await response.text();
  const reply = parsed(text);
  if (!isBlock(reply)) throw refusal(response, response.status, text);
  if (isBlock(reply.error)) throw refusal(response, eventStatus(reply), text);
  return reply;
}

/** What an error told inside a stream says. */
export function toldError(event: Block): Error {
  return refusal({ headers: new Headers() }, eventStatus(event), JSON.stringify(event));
}

/** The JSON object of a success, in which `error` is a part of the answer. Throws when it is none. */
export async function readObject(response: Response): Promise<Block> {
  const text = await response.text();
  const reply = parsed(text);
  if (isBlock(reply)) return reply;
  throw refusal(response, response.status, text);
}

/** Throws for a success whose content cannot be used, with the start of it for the log. */
export function unusable(reply: unknown): Error {
  const responseBody = JSON.stringify(reply)?.slice(0, 2000);
  return new APICallError({
    message: "The answer lacks what was asked for",
    url: "",
    requestBodyValues: {},
    statusCode: 200,
    ...(responseBody && { responseBody }),
  });
}

/** For an answer in pieces that ends before it is whole. */
export function brokenOff(): UpstreamError {
  return new UpstreamError(502, "The upstream's answer broke off", { retryable: true });
}

// Read by `fromThrown`, which knows the credential to mask and the time that dates are measured from.
function refusal({ headers }: Pick<Response, "headers">, statusCode: number, responseBody: string): APICallError {
  return new APICallError({
    message: `The upstream answered with status ${statusCode}`,
    url: "",
    requestBodyValues: {},
    statusCode,
    responseHeaders: Object.fromEntries(headers),
    responseBody,
  });
}

/** The block of a reply, e.g. its usage; undefined where there is none. */
export function blockOf(reply: Block, name: string): Block | undefined {
  return isBlock(reply[name]) ? block(reply[name]) : undefined;
}
