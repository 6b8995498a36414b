import { ApiError } from "#lib/api/api-error.ts";
import { send } from "#lib/api/client.ts";
import { eventsOf } from "#lib/api/sse.ts";
import type { Endpoint, ResponseOf } from "#lib/contract/endpoint.ts";
import { type Json, numberOf, recordOf, textOf } from "../read-json.ts";
import { keyHeader } from "../request-key/stored-key.ts";
import { routingIn } from "../result/routing.ts";
import type { CallFacts, Live } from "./media-call.ts";

const HEADERS = { "x-service-metadata": "enabled" };

type Calling = Pick<Live<never>, "workspace" | "signal" | "report">;

/**
 * Calls an endpoint with a body and reports the ids in the response headers. Throws ApiError unless the request
 * succeeded.
 */
export async function requestResponse(endpoint: Endpoint, body: Json | FormData, live: Calling): Promise<Response> {
  const response = await send(endpoint, requestOf(body, live) as never);
  live.report(factsInHeaders(response));
  return response;
}

/** Like `requestResponse`, for a JSON response; also reports its routing and cost. */
export async function requestJson<E extends Endpoint>(
  endpoint: E,
  body: Json | FormData,
  live: Calling,
): Promise<ResponseOf<E>> {
  const response = await requestResponse(endpoint, body, live);
  const reply: unknown = await response.json().catch(throwLostConnection(response, live.signal));
  live.report(factsInResponse(recordOf(reply)));
  return reply as ResponseOf<E>;
}

/**
 * Yields the JSON of each event of a stream, or the one response of a provider that does not stream. The mode reports
 * their routing and cost itself.
 */
export async function* requestPieces(endpoint: Endpoint, body: Json, live: Calling): AsyncGenerator<Json> {
  const response = await requestResponse(endpoint, body, live);
  if (response.headers.get("content-type")?.startsWith("text/event-stream")) {
    for await (const { data } of eventsOf(response, live.signal)) yield recordOf(data);
    return;
  }
  yield recordOf(await response.json().catch(throwLostConnection(response, live.signal)));
}

/** Returns a response's routing and cost, if present. */
export function factsInResponse(response: Json): CallFacts {
  const routing = routingIn(response);
  const costUsd = numberOf(recordOf(response.usage).cost);
  const generationId = textOf(response.generation_id);
  return {
    ...(routing && { routing }),
    ...(costUsd !== undefined && { costUsd }),
    ...(generationId && { generationId }),
  };
}

function requestOf(body: Json | FormData, { workspace, signal }: Calling) {
  return { body, workspace, signal, headers: { ...HEADERS, ...keyHeader(workspace) } };
}

function factsInHeaders({ headers }: Response): CallFacts {
  const generationId = headers.get("x-generation-id");
  const requestId = headers.get("x-request-id");
  return { ...(generationId && { generationId }), ...(requestId && { requestId }) };
}

function throwLostConnection({ headers }: Response, signal: AbortSignal): () => never {
  return () => {
    signal.throwIfAborted();
    const requestId = headers.get("x-request-id") ?? undefined;
    throw new ApiError(0, "The connection to the gateway was lost before the response was complete.", { requestId });
  };
}
