import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { ApiResponse } from "#server/api-response.ts";
import type { Environment } from "#server/env.ts";
import { HttpError } from "#server/errors.ts";
import { isDecodable } from "./adapter-request.ts";
import { errorResponse } from "./envelope.ts";
import { writeResponse } from "./send-response.ts";

/** How long to keep reading from a rejected connection. */
const LINGER_MS = 1000;

export type ServerLimits = Pick<
  Environment,
  "HEADERS_TIMEOUT_MS" | "BODY_TIMEOUT_MS" | "KEEP_ALIVE_TIMEOUT_MS" | "MAX_CONNECTIONS"
>;
/** Maximum interval at which Node checks for requests that take too long. */
const LONGEST_CHECK_MS = 5_000;

/**
 * Returns Node's HTTP server. Requests that Node rejects itself get the API's error envelope and a request id instead
 * of a bare status line. Protocol upgrades are ignored and served over HTTP/1.1 unless `mayUpgrade` returns true:
 * clients that prefer HTTP/2 send one with each request.
 */
export function newServer(limits: ServerLimits, mayUpgrade: (incoming: IncomingMessage) => boolean = () => false) {
  const { HEADERS_TIMEOUT_MS, BODY_TIMEOUT_MS, KEEP_ALIVE_TIMEOUT_MS, MAX_CONNECTIONS } = limits;
  const server = createServer({
    headersTimeout: Math.min(HEADERS_TIMEOUT_MS, BODY_TIMEOUT_MS),
    requestTimeout: BODY_TIMEOUT_MS,
    connectionsCheckingInterval: Math.min(LONGEST_CHECK_MS, HEADERS_TIMEOUT_MS),
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    // The HTTP adapter checks the Host header, with the error envelope.
    requireHostHeader: false,
    // Node would use the first of two Hosts or credentials, while a proxy may use the other; joined, they are invalid
    // (RFC 9110, section 5.3).
    joinDuplicateHeaders: true,
    shouldUpgradeCallback: mayUpgrade,
  });
  server.maxConnections = MAX_CONNECTIONS;
  rejectInTheEnvelope(server);
  return server;
}

/**
 * Rejects a page request with an invalid address: two Hosts, which Node has joined and Next would treat as part of the
 * address, `*`, or an escape that is not UTF-8, on which Next fails. The HTTP adapter checks its own requests. Returns
 * true if it has responded.
 */
export function isRejectedUrl({ headers, url = "/" }: IncomingMessage, outgoing: ServerResponse): boolean {
  if (!headers.host?.includes(",") && url.startsWith("/") && isDecodable(url.split("?", 1)[0] as string)) return false;
  void writeResponse(describeError(new HttpError(400, "The request's URL or Host is invalid")), outgoing);
  return true;
}

function rejectInTheEnvelope(server: Server): void {
  server.on("clientError", rejectConnection);
  server.on("connect", (_: IncomingMessage, socket: Duplex) =>
    endWith(socket, describeError(new HttpError(405, "CONNECT is not allowed here"))),
  );
  server.on("checkExpectation", (_: IncomingMessage, outgoing: ServerResponse) => {
    void writeResponse(describeError(new HttpError(417, "The Expect header supports only 100-continue")), outgoing);
  });
}

/** Node stores the current response of a connection here. */
type Connection = Duplex & { _httpMessage?: ServerResponse | null };

function rejectConnection(error: NodeJS.ErrnoException, socket: Connection): void {
  const response = socket._httpMessage;
  if (!socket.writable || response?.headersSent) socket.destroy(error);
  else if (!response) endWith(socket, describeError(refusalOf(error)));
  else {
    // The body of a request in progress is malformed or longer than announced. Its request ends as if the caller had
    // disconnected.
    socket.write(rawResponse(describeError(refusalOf(error))));
    socket.destroy(error);
  }
}

/**
 * Sends a response on a connection without a `ServerResponse` and ends it after reading it for a while: closing it with
 * unread bytes would reset it, and the caller might lose the response. The response's body is a text.
 */
export function endWith(socket: Duplex, response: ApiResponse): void {
  socket.removeAllListeners("data").on("data", () => undefined);
  socket.on("error", () => undefined);
  socket.end(rawResponse(response));
  const cut = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once("close", () => clearTimeout(cut));
}

function refusalOf({ code, reason }: NodeJS.ErrnoException & { reason?: string }): HttpError {
  if (code === "HPE_HEADER_OVERFLOW") return new HttpError(431, "The request's headers are too large");
  if (code === "HPE_CHUNK_EXTENSIONS_OVERFLOW") return new HttpError(413, "Chunk extensions are too large");
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return new HttpError(408, "The request did not arrive in time");
  return new HttpError(400, `The request is not valid HTTP${reason ? `: ${reason}` : ""}`);
}

function describeError(error: HttpError) {
  const response = errorResponse(error);
  Object.assign(response.headers, { "x-request-id": crypto.randomUUID(), connection: "close" });
  return response;
}

function rawResponse({ status, headers, body }: ApiResponse): string {
  const length = Buffer.byteLength(body as string);
  const lines = Object.entries({ ...headers, "content-length": length, connection: "close" }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return `${[`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines].join("\r\n")}\r\n\r\n${body}`;
}
