import type { Method } from "#lib/contract/endpoint.ts";
import { throwNoResponse, urlOf } from "./client.ts";
import { currentWorkspace } from "./workspace.ts";

export type RawRequest = {
  method: Method;
  /** Below the service root, with `{name}` parameters. */
  path: string;
  params: Record<string, string>;
  query: Record<string, string>;
  /** JSON text, sent as it is, none if blank; or a form. */
  body: string | FormData;
  /** Sent instead of the console session, unless it is empty. */
  key: string;
  signal: AbortSignal;
};

/**
 * Sends a request as somebody wrote it and returns the response, whatever its status. Throws ApiError if the gateway did
 * not respond, and the signal's reason if it was aborted.
 */
export function sendRaw({ method, path, params, query, body, key, signal }: RawRequest): Promise<Response> {
  const workspace = currentWorkspace();
  const isJson = typeof body === "string";
  const hasBody = !isJson || body.trim() !== "";
  return fetch(urlOf({ path }, { params, query }), {
    method,
    signal,
    cache: "no-store",
    credentials: key ? "omit" : "same-origin",
    headers: {
      ...(hasBody && isJson && { "content-type": "application/json" }),
      ...(key && { authorization: `Bearer ${key}` }),
      ...(!key && workspace && { "x-switchboard-workspace": workspace }),
    },
    body: hasBody ? body : null,
  }).catch(throwNoResponse(signal));
}
