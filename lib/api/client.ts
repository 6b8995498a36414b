import type { z } from "zod";
import type { Endpoint, ResponseOf } from "#lib/contract/endpoint.ts";
import { ApiError, readError } from "./api-error.ts";
import { currentWorkspace } from "./workspace.ts";

type Part<Name extends string, Schema> = Schema extends z.ZodType
  ? Partial<z.input<Schema>> extends z.input<Schema>
    ? { [Key in Name]?: z.input<Schema> | undefined }
    : { [Key in Name]: z.input<Schema> }
  : unknown;

/** An endpoint's input: only the parts that its contract declares, required if the contract requires them. */
export type InputOf<E extends Endpoint> = Part<"params", E["params"]> &
  Part<"query", E["query"]> &
  Part<"body", E["multipart"] extends true ? z.ZodCustom<FormData> : E["body"]>;

export type CallOptions = {
  signal?: AbortSignal | undefined;
  /** Slug or UUID; the tab's current workspace if absent. */
  workspace?: string | undefined;
  headers?: Record<string, string> | undefined;
};

/** The arguments after the endpoint; optional if nothing is required. */
export type Arguments<Input> = Partial<Input> extends Input ? [input?: Input] : [input: Input];

/**
 * Calls an endpoint and returns its JSON response, which the gateway has checked against the contract. Throws ApiError
 * for any other outcome, and the signal's reason if it was aborted.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...input: Arguments<InputOf<E> & CallOptions>
): Promise<ResponseOf<E>> {
  const response = await send(endpoint, ...input);
  return (await response.json().catch(throwNoResponse(input[0]?.signal))) as ResponseOf<E>;
}

/** Like `call`, but returns the response itself, for bytes or events. Throws ApiError unless it succeeded. */
export async function send<E extends Endpoint>(
  endpoint: E,
  ...[input]: Arguments<InputOf<E> & CallOptions>
): Promise<Response> {
  const parts: Parts = input ?? {};
  const response = await fetch(urlOf(endpoint, parts), {
    method: endpoint.method,
    headers: headersOf(endpoint, parts),
    body: bodyOf(parts.body),
    signal: parts.signal ?? null,
  }).catch(throwNoResponse(parts.signal));
  if (!response.ok) throw await readError(response);
  return response;
}

type Parts = CallOptions & { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };

/**
 * Returns the URL of a request. The console's own session endpoints and health are below /api, the published API below
 * /api/v1.
 */
export function urlOf(endpoint: Pick<Endpoint, "path">, { params = {}, query = {} }: Parts): string {
  const root = /^\/(session|health)/.test(endpoint.path) ? "/api" : "/api/v1";
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== "") search.set(name, String(value));
  }
  return `${root}${path}${search.size > 0 ? `?${search}` : ""}`;
}

function headersOf(endpoint: Endpoint, { body, workspace = currentWorkspace(), headers }: Parts): HeadersInit {
  const scoped = workspace && endpoint.resource !== "session";
  return {
    ...(body !== undefined && !(body instanceof FormData) && { "content-type": "application/json" }),
    ...(scoped && { "x-switchboard-workspace": workspace }),
    ...headers,
  };
}

function bodyOf(body: unknown): BodyInit | null {
  if (body === undefined) return null;
  return body instanceof FormData ? body : JSON.stringify(body);
}

/** Returns what to do if `fetch` fails: throw the signal's reason if it was aborted, otherwise ApiError. */
export function throwNoResponse(signal: AbortSignal | undefined): (cause: unknown) => never {
  return () => {
    signal?.throwIfAborted();
    throw new ApiError(0, "The gateway did not respond. Check that it is running, then try again.");
  };
}
