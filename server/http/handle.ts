import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { z } from "zod";
import type { Method } from "#lib/contract/endpoint.ts";
import { anyPrincipal, authenticate, requireAccess } from "#server/auth/authenticate.ts";
import { HttpError, UpstreamError } from "#server/errors.ts";
import { type Gateway, openedGateway, ready } from "#server/gateway.ts";
import type { Reply } from "#server/reply.ts";
import { Stopper } from "#server/stop-signal.ts";
import { isUnfitText } from "#server/unfit-text.ts";
import { parseInput, parseJson, readBody } from "./body.ts";
import { type CallerHeaders, callerHeaders } from "./caller-headers.ts";
import type { CallerRequest } from "./caller-request.ts";
import { errorReply } from "./envelope.ts";
import type { Call, Operation } from "./operation.ts";
import { isReply, jsonReply, toResponse, writeReply } from "./reply.ts";

/** What a route is called with: parameters from either router; the sockets only from our own door. */
export type RouteContext = {
  params?: Promise<Record<string, string | string[]>>;
  incoming?: IncomingMessage;
  outgoing?: ServerResponse;
};

export type RouteHandler = (request: CallerRequest, context: RouteContext) => Promise<Response>;

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const satisfies Method[];

/**
 * Makes a route's exports from its operations: request id, authentication, access, rate limit, parsing,
 * the operation, and the error envelope for whatever is thrown. A method without an operation answers 405.
 */
export function handle(...operations: Operation[]): Record<Method, RouteHandler> {
  const byMethod = new Map(operations.map((operation) => [operation.endpoint.method, operation]));
  const allow = [...byMethod.keys()].join(", ");
  return Object.fromEntries(
    METHODS.map((method) => {
      const operation = byMethod.get(method);
      return [method, operation ? answerWith(operation) : refuseMethod(allow)];
    }),
  ) as Record<Method, RouteHandler>;
}

/** The response to a request whose bytes have been written at our own door, where nobody reads it. */
const ALREADY_SENT = new Response(null);

function answerWith(operation: Operation): RouteHandler {
  return async (request, context) => {
    const headers = callerHeaders(request, context.incoming);
    const requestId = requestIdOf(headers);
    const reply = await attemptOperation(operation, { request, headers, context, requestId });
    reply.headers["x-request-id"] = requestId;
    return send(counted(operation, reply), context);
  };
}

/** The caller's own id of the request, if it is fit for a header and a log line; else a new one. */
function requestIdOf(headers: CallerHeaders): string {
  return headers.get("x-request-id")?.match(/^[\w.:-]{1,128}$/)?.[0] ?? randomUUID();
}

function counted({ endpoint }: Operation, reply: Reply): Reply {
  const { body, status } = reply;
  const metrics = openedGateway()?.metrics;
  metrics?.answered(endpoint.id, status);
  return metrics && typeof body === "function" ? { ...reply, body: metrics.streaming(body) } : reply;
}

function refuseMethod(allow: string): RouteHandler {
  return (request, context) =>
    refuse(
      new HttpError(405, `${request.method} is not allowed here; use ${allow}`, { headers: { allow } }),
      request,
      context,
    );
}

/** The handlers of a path that is not in the API: 404 in the envelope, whatever the method. */
export const unknownPath = Object.fromEntries(
  METHODS.map((method) => [
    method,
    (request, context) => refuse(new HttpError(404, `No such path: ${pathOf(request)}`), request, context),
  ]),
) as Record<Method, RouteHandler>;

function pathOf(request: CallerRequest): string {
  return new URL(request.url).pathname.slice(0, 200);
}

async function refuse(error: HttpError, request: CallerRequest, context: RouteContext): Promise<Response> {
  const reply = errorReply(error);
  reply.headers["x-request-id"] = requestIdOf(request.headers);
  return send(reply, context);
}

function send(reply: Reply, { incoming, outgoing }: RouteContext): Response | Promise<Response> {
  if (!outgoing) return toResponse(reply);
  if (incoming && !incoming.complete) endUnread(incoming, outgoing);
  return writeReply(reply, outgoing)?.then(() => ALREADY_SENT) ?? ALREADY_SENT;
}

/** How long the rest of a body is still taken that an answer has not waited for. */
const LINGER_MS = 1_000;

/** Who still sends gets to read the answer, and is then cut off. */
function endUnread(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const cut = () => incoming.complete || incoming.destroy();
  outgoing.once("finish", () => {
    incoming.resume();
    setTimeout(cut, LINGER_MS).unref();
  });
}

const UNFIT_TEXT = "Invalid request: a text holds the character U+0000, which cannot be kept";

type Asked = Pick<Call, "request" | "headers" | "requestId"> & { context: RouteContext };

async function attemptOperation(operation: Operation, asked: Asked): Promise<Reply> {
  try {
    const gateway = openedGateway() ?? (await ready());
    const result = await run(gateway, operation, asked);
    if (isReply(result)) return result;
    const { response, status = 200 } = operation.endpoint;
    return jsonReply(response ? response.parse(result) : result, status, { "cache-control": "no-store" });
  } catch (caught) {
    const thrown = isUnfitText(caught) ? new HttpError(400, UNFIT_TEXT) : caught;
    if (!(thrown instanceof HttpError || thrown instanceof UpstreamError)) {
      openedGateway()?.log.error(
        { error: thrown, requestId: asked.requestId, operation: operation.endpoint.id },
        "request failed",
      );
    }
    return errorReply(thrown);
  }
}

async function run(gateway: Gateway, { endpoint, run }: Operation, asked: Asked) {
  const { request, headers, requestId, context } = asked;
  const arrivedMs = performance.now();
  const identify = endpoint.access === "public" ? anyPrincipal : authenticate;
  const found = identify(gateway, request, headers, context.incoming?.socket);
  const principal = found instanceof Promise ? await found : found;
  const access = endpoint.access === "public" ? undefined : requireAccess(gateway, principal, endpoint, request);
  if (access) await access;
  const params = endpoint.params ? await context.params : undefined;
  // A body that may also be a form is read by the operation itself.
  const schema = endpoint.multipart || (endpoint.form && isForm(request)) ? undefined : endpoint.body;
  const bytes = schema && (await readBody(request, headers, context.incoming, gateway.environment.MAX_BODY_BYTES));
  const parsed = schema && bytes && bodyOf(bytes, headers, schema);
  const body = parsed instanceof Promise ? await parsed : parsed;
  const call: Call = {
    request,
    headers,
    requestId,
    principal: principal as Call["principal"],
    params: (endpoint.params ? parseInput(endpoint.params, params, "path") : {}) as Call["params"],
    query: (endpoint.query ? parseInput(endpoint.query, queryOf(request), "query") : {}) as Call["query"],
    body: (schema ? parseInput(schema, body, "request") : undefined) as Call["body"],
    raw: body as Record<string, unknown>,
    source: () => context.incoming ?? sourceOf(request),
    departure: departureOf(request, context.outgoing),
    arrivedMs,
    address: addressOf(request, context.incoming),
  };
  return await run(call as Call<never>);
}

/** The JSON of a body; undefined for no body at all where the contract can do without. */
function bodyOf(bytes: Buffer, headers: CallerHeaders, schema: z.ZodType): unknown {
  if (bytes.byteLength === 0 && schema.safeParse(undefined).success) return undefined;
  return parseJson(bytes, headers.get("content-encoding"));
}

function isForm({ headers }: CallerRequest): boolean {
  return /^multipart\//i.test(headers.get("content-type") ?? "");
}

function sourceOf({ body }: CallerRequest): Readable {
  return body ? Readable.fromWeb(body as ReadableStream) : Readable.from([]);
}

function queryOf(request: CallerRequest): Record<string, string> {
  const start = request.url.indexOf("?");
  return start < 0 ? {} : Object.fromEntries(new URLSearchParams(request.url.slice(start)));
}

/** Aborts when the caller's connection closes before the answer is complete. */
function departureOf(request: CallerRequest, outgoing: ServerResponse | undefined): Stopper {
  const departure = new Stopper();
  if (!outgoing) request.signal?.addEventListener("abort", () => departure.abort());
  outgoing?.once("close", () => {
    if (!outgoing.writableFinished) departure.abort();
  });
  return departure;
}

function addressOf(request: CallerRequest, incoming: IncomingMessage | undefined): string {
  return incoming?.socket.remoteAddress ?? request.headers.get("x-forwarded-for")?.split(",")[0]?.trim() ?? "";
}
