import type { IncomingMessage, ServerResponse } from "node:http";
import type { Endpoint, Method } from "#lib/contract/endpoint.ts";
import type { ApiResponse } from "#server/api-response.ts";
import { authenticate, findPrincipal, hasToken, requireAccess } from "#server/auth/authenticate.ts";
import { coversEndpoint } from "#server/auth/key-scopes.ts";
import { authenticateDirectory } from "#server/auth/scim-token.ts";
import { bodiesFull, type RequestBytes } from "#server/caller/body-memory.ts";
import { type CallerHeaders, callerHeaders } from "#server/caller/caller-headers.ts";
import type { CallerRequest } from "#server/caller/caller-request.ts";
import { traceContextOf } from "#server/caller/trace-context.ts";
import { HttpError, UpstreamError } from "#server/errors.ts";
import { findGateway, openOnce } from "#server/find-gateway.ts";
import type { Gateway } from "#server/gateway.ts";
import { Stopper } from "#server/stop-signal.ts";
import { type Access, logAccess } from "./access-log.ts";
import { parseForm, parseInput, parseJson, parseParams } from "./bodies/body.ts";
import { bodySource } from "./bodies/body-source.ts";
import { readBody } from "./bodies/read-body.ts";
import { requireStorableTexts } from "./bodies/storable-text.ts";
import { callerAddress } from "./caller-address.ts";
import { databaseRefusal } from "./database-refusal.ts";
import { errorResponse, withGoogleStatus, withOauthError } from "./envelope.ts";
import { isGooglePath, noSuchPath } from "./no-such-path.ts";
import type { Call, Operation } from "./operation.ts";
import { type KnownRequest, recordRejection } from "./record-rejection.ts";
import { requestIdHeaders, requestIdOf } from "./request-id.ts";
import { isScimPath, withScimEnvelope } from "./scim-envelope.ts";
import { isResponse, jsonResponse, toResponse, writeResponse } from "./send-response.ts";
import { setDeployment } from "./targets/azure-target.ts";

/** The context of a route: parameters from either router; the sockets only from the HTTP adapter. */
export type RouteContext = {
  params?: Promise<Record<string, string | string[]>>;
  incoming?: IncomingMessage;
  outgoing?: ServerResponse;
  /** Sends the response where there is no HTTP response: on a WebSocket. */
  send?(response: ApiResponse): Promise<void>;
};

export type RouteHandler = (request: CallerRequest, context: RouteContext) => Promise<Response>;

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const satisfies Method[];

/**
 * Returns a route's exports for its operations: request id, authentication, access, rate limit, parsing, the operation,
 * and the error envelope for anything thrown. Methods without an operation return 405.
 */
export function handle(...operations: Operation[]): Record<Method, RouteHandler> {
  const byMethod = new Map(operations.map((operation) => [operation.endpoint.method, operation]));
  const allow = [...byMethod.keys()].join(", ");
  return Object.fromEntries(
    METHODS.map((method) => {
      const operation = byMethod.get(method);
      return [method, operation ? answerWith(operation) : rejectMethod(allow)];
    }),
  ) as Record<Method, RouteHandler>;
}

/** Returned when the HTTP adapter has already written the response; it is not read. */
const ALREADY_SENT = new Response(null);

function answerWith(operation: Operation): RouteHandler {
  return async (request, context) => {
    const startedMs = performance.now();
    const headers = callerHeaders(request, context.incoming);
    const requestId = requestIdOf(headers);
    const known: KnownRequest = {};
    const response = await attemptOperation(operation, { request, headers, context, requestId, known });
    Object.assign(response.headers, requestIdHeaders(headers, requestId));
    if (known.headers) response.headers = { ...known.headers, ...response.headers };
    if (findGateway()?.rates.apartSinceMs() !== undefined) response.headers["x-ratelimit-scope"] = "process";
    if (logsAccess())
      logAccess(findGateway(), accessOf(request, headers, startedMs, operation), response, context.outgoing);
    return send(countResponse(operation, response), context);
  };
}

function logsAccess(): boolean {
  return findGateway()?.environment.ACCESS_LOG === "on";
}

function accessOf(request: CallerRequest, headers: CallerHeaders, startedMs: number, operation?: Operation): Access {
  const caller = traceContextOf(headers);
  return {
    method: request.method,
    path: pathOf(request),
    ...(operation && { operation: operation.endpoint.id }),
    ...(caller && { traceId: caller.traceId }),
    startedMs,
  };
}

function countResponse({ endpoint }: Operation, response: ApiResponse): ApiResponse {
  const { body, status } = response;
  const metrics = findGateway()?.metrics;
  metrics?.countResponse(endpoint.id, status);
  return metrics && typeof body === "function" ? { ...response, body: metrics.countStream(body) } : response;
}

function rejectMethod(allow: string): RouteHandler {
  return (request, context) =>
    refuse(
      new HttpError(405, `${request.method} is not allowed here; use ${allow}`, { headers: { allow } }),
      request,
      context,
    );
}

/** The handlers of an unknown path: 404 in the error envelope for every method. */
export const unknownPath = Object.fromEntries(
  METHODS.map((method) => [method, (request, context) => refuse(noSuchPath(request.url), request, context)]),
) as Record<Method, RouteHandler>;

function pathOf(request: CallerRequest): string {
  return new URL(request.url).pathname.slice(0, 200);
}

async function refuse(error: HttpError, request: CallerRequest, context: RouteContext): Promise<Response> {
  const rejected = errorResponse(error);
  const path = pathOf(request);
  const inForm = isScimPath(path) ? withScimEnvelope : isGooglePath(path) ? withGoogleStatus : undefined;
  const response = inForm?.(rejected) ?? rejected;
  Object.assign(response.headers, requestIdHeaders(request.headers, requestIdOf(request.headers)));
  if (logsAccess())
    logAccess(findGateway(), accessOf(request, request.headers, performance.now()), response, context.outgoing);
  return send(response, context);
}

function send(response: ApiResponse, context: RouteContext): Response | Promise<Response> {
  const { incoming, outgoing } = context;
  if (!outgoing) return context.send?.(response).then(() => ALREADY_SENT) ?? toResponse(response);
  if (incoming && !incoming.complete) endUnread(incoming, outgoing);
  return writeResponse(response, outgoing)?.then(() => ALREADY_SENT) ?? ALREADY_SENT;
}

/** How long to keep reading a body that the response did not wait for. */
const LINGER_MS = 1_000;

/** Lets a client that is still sending read the response before it is disconnected. */
function endUnread(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const cut = () => incoming.complete || incoming.destroy();
  outgoing.once("finish", () => {
    incoming.resume();
    setTimeout(cut, LINGER_MS).unref();
  });
}

type IncomingCall = Pick<Call, "request" | "headers" | "requestId"> & { context: RouteContext; known: KnownRequest };

async function attemptOperation(operation: Operation, incoming: IncomingCall): Promise<ApiResponse> {
  try {
    const gateway = findGateway() ?? (await openOnce());
    const result = await run(gateway, operation, incoming);
    if (isResponse(result)) return result;
    const { response, status = 200 } = operation.endpoint;
    return jsonResponse(response ? response.parse(result) : result, status, { "cache-control": "no-store" });
  } catch (caught) {
    const isDown = findGateway()?.database.gate.shutSinceMs() !== undefined;
    const thrown = databaseRefusal(caught, isDown) ?? caught;
    if (!(thrown instanceof HttpError || thrown instanceof UpstreamError)) {
      findGateway()?.log.error(
        { error: thrown, requestId: incoming.requestId, operation: operation.endpoint.id },
        "request failed",
      );
    }
    const response = errorResponse(thrown, recordRejection(operation.endpoint, incoming, thrown));
    if (isScimPath(operation.endpoint.path)) return withScimEnvelope(response);
    const { googleErrors, isOauth } = operation.endpoint;
    return googleErrors ? withGoogleStatus(response) : isOauth ? withOauthError(response) : response;
  }
}

async function run(gateway: Gateway, { endpoint, run }: Operation, incoming: IncomingCall) {
  const { request, headers, requestId, context, known } = incoming;
  const arrivedMs = performance.now();
  known.arrivedMs = arrivedMs;
  const isPublic = endpoint.access === "public" || hasToken(gateway, endpoint, headers);
  const address = callerAddress(headers, context.incoming, gateway.environment.TRUSTED_PROXIES);
  const identify = isPublic ? findPrincipal : authenticate;
  const isDirectory = endpoint.access === "scim";
  const found = isDirectory
    ? authenticateDirectory({ rates: gateway.rates, queries: gateway.database.queries }, headers, address)
    : identify(gateway, request, headers, context.incoming?.socket);
  const identified = found instanceof Promise ? await found : found;
  // A public endpoint treats a key whose scopes do not include it as nobody.
  const principal = isPublic && identified && !coversEndpoint(identified, endpoint) ? undefined : identified;
  known.principal = principal;
  const access = isPublic || isDirectory ? undefined : requireAccess(gateway, principal, endpoint, request);
  if (access) await access;
  const params = endpoint.params ? await context.params : undefined;
  // The operation itself reads a body that may also be a form.
  const schema = endpoint.multipart || (endpoint.form && isForm(request)) ? undefined : endpoint.body;
  const held = context.outgoing && (endpoint.body || endpoint.multipart) ? gateway.bodies.open() : undefined;
  const departure = departureOf(request, context.outgoing, held);
  const { message } = request;
  const bytes =
    schema && !message && (await readBody(request, headers, context.incoming, limitsOf(gateway, endpoint, held)));
  const parsed = message ?? (schema && bytes && bodyOf(bytes, headers, endpoint));
  const body = parsed instanceof Promise ? await parsed : parsed;
  setDeployment(body, context.incoming);
  known.raw = body;
  if (!endpoint.relaysTexts) requireStorableTexts(body, "request");
  const call: Call = {
    request,
    headers,
    requestId,
    principal: principal as Call["principal"],
    params: parseParams(endpoint, storable(params, "path")) as Call["params"],
    query: (endpoint.query
      ? parseInput(endpoint.query, storable(queryOf(request), "query"), "query")
      : {}) as Call["query"],
    body: (schema ? parseInput(schema, body, "request") : undefined) as Call["body"],
    raw: body as Record<string, unknown>,
    ...(endpoint.isSigned && bytes && { bytes }),
    source: () => bodySource(request, headers, context.incoming, gateway.environment),
    hold(sizeBytes) {
      if (held?.add(sizeBytes) === false) throw bodiesFull();
    },
    departure,
    arrivedMs,
    setHeaders(headers) {
      known.headers = headers;
    },
    address,
    managed: gateway.configFile?.managed,
  };
  known.call = call;
  return await run(gateway, call as Call<never>);
}

function storable<T>(texts: T, what: string): T {
  requireStorableTexts(texts, what);
  return texts;
}

/** Returns the parsed JSON body; undefined for an empty body if the contract allows that. */
function bodyOf(bytes: Buffer, headers: CallerHeaders, { body, isOauth }: Endpoint): unknown {
  if (bytes.byteLength === 0 && body?.safeParse(undefined).success) return undefined;
  if (isOauth && /^application\/x-www-form-urlencoded\b/i.test(headers.get("content-type") ?? ""))
    return parseForm(bytes);
  return parseJson(bytes, headers.get("content-encoding"));
}

function isForm({ headers }: CallerRequest): boolean {
  return /^multipart\//i.test(headers.get("content-type") ?? "");
}

/** Maximum body size unless the contract sets `largeBody`. */
const SMALL_BODY_BYTES = 64 * 1024;

function limitsOf({ environment }: Gateway, endpoint: Endpoint, held: RequestBytes | undefined) {
  const { MAX_BODY_BYTES, BODY_IDLE_TIMEOUT_MS } = environment;
  const maxBytes = endpoint.largeBody ? MAX_BODY_BYTES : Math.min(SMALL_BODY_BYTES, MAX_BODY_BYTES);
  return { maxBytes, idleTimeoutMs: BODY_IDLE_TIMEOUT_MS, held };
}

function queryOf(request: CallerRequest): Record<string, string> {
  const start = request.url.indexOf("?");
  return start < 0 ? {} : Object.fromEntries(new URLSearchParams(request.url.slice(start)));
}

/**
 * Returns a stopper that aborts if the caller's connection closes before the response is complete. The body counts as
 * held until the connection closes.
 */
function departureOf(request: CallerRequest, outgoing: ServerResponse | undefined, held?: RequestBytes): Stopper {
  const departure = new Stopper();
  if (!outgoing) request.signal?.addEventListener("abort", () => departure.abort());
  outgoing?.once("close", () => {
    held?.release();
    if (!outgoing.writableFinished) departure.abort();
  });
  return departure;
}
