import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { Environment } from "#server/env.ts";
import { HttpError } from "#server/errors.ts";
import { isDecodable } from "./caller-request.ts";
import { errorReply } from "./envelope.ts";
import { writeReply } from "./reply.ts";

/** Longer than load balancers keep an idle connection, so that it is they who close it. */
const KEEP_ALIVE_MS = 72_000;
/** How long bytes are still taken on a connection that was refused. */
const LINGER_MS = 1000;

export type ServerLimits = Pick<Environment, "HEADERS_TIMEOUT_MS" | "BODY_TIMEOUT_MS" | "MAX_CONNECTIONS">;
/** How often Node looks for requests that take too long, at most. */
const LONGEST_CHECK_MS = 5_000;

/**
 * Node's HTTP server. What it refuses by itself, before any door is asked, has the API's envelope and a request id in
 * place of a bare status line. A request to change the protocol is answered in HTTP/1.1, unless `mayUpgrade`: clients
 * that prefer HTTP/2 add one to each call.
 */
export function newServer(limits: ServerLimits, mayUpgrade: (incoming: IncomingMessage) => boolean = () => false) {
  const { HEADERS_TIMEOUT_MS, BODY_TIMEOUT_MS, MAX_CONNECTIONS } = limits;
  const server = createServer({
    headersTimeout: Math.min(HEADERS_TIMEOUT_MS, BODY_TIMEOUT_MS),
    requestTimeout: BODY_TIMEOUT_MS,
    connectionsCheckingInterval: Math.min(LONGEST_CHECK_MS, HEADERS_TIMEOUT_MS),
    keepAliveTimeout: KEEP_ALIVE_MS,
    // The API's door asks for it, with the envelope.
    requireHostHeader: false,
    // Node would take the first of two Hosts or credentials and forget the other, as a proxy may not: joined, they are
    // none (RFC 9110, section 5.3).
    joinDuplicateHeaders: true,
    shouldUpgradeCallback: mayUpgrade,
  });
  server.maxConnections = MAX_CONNECTIONS;
  refuseInTheEnvelope(server);
  return server;
}

/**
 * Refuses a page whose address is invalid: two Hosts, which Node has joined and Next would take for a part of the
 * address, `*`, or a percent escape that is no UTF-8, on which Next fails. The API's door reads its addresses itself.
 * True when it has answered.
 */
export function refusesAddress({ headers, url = "/" }: IncomingMessage, outgoing: ServerResponse): boolean {
  if (!headers.host?.includes(",") && url.startsWith("/") && isDecodable(url.split("?", 1)[0] as string)) return false;
  void writeReply(named(new HttpError(400, "The request's address or Host is not valid")), outgoing);
  return true;
}

function refuseInTheEnvelope(server: Server): void {
  server.on("clientError", refuseConnection);
  server.on("connect", (_: IncomingMessage, socket: Duplex) =>
    endWith(socket, new HttpError(405, "CONNECT is not allowed here")),
  );
  server.on("checkExpectation", (_: IncomingMessage, outgoing: ServerResponse) => {
    void writeReply(named(new HttpError(417, "Nothing but 100-continue may be expected")), outgoing);
  });
}

/** Node keeps here what it answers on a connection now. */
type Connection = Duplex & { _httpMessage?: ServerResponse | null };

function refuseConnection(error: NodeJS.ErrnoException, socket: Connection): void {
  const answer = socket._httpMessage;
  if (!socket.writable || answer?.headersSent) socket.destroy(error);
  else if (!answer) endWith(socket, refusalOf(error));
  else {
    // A request is being answered whose body breaks, or that has more bytes after it than it said. Its call ends as
    // when its caller leaves.
    socket.write(rawReply(refusalOf(error)));
    socket.destroy(error);
  }
}

/** Closed with bytes unread, a connection is reset, which may take the reply from the caller: they are read, for a while. */
function endWith(socket: Duplex, error: HttpError): void {
  socket.removeAllListeners("data").on("data", () => undefined);
  socket.on("error", () => undefined);
  socket.end(rawReply(error));
  const cut = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once("close", () => clearTimeout(cut));
}

function refusalOf({ code, reason }: NodeJS.ErrnoException & { reason?: string }): HttpError {
  if (code === "HPE_HEADER_OVERFLOW") return new HttpError(431, "The request's headers are too large");
  if (code === "HPE_CHUNK_EXTENSIONS_OVERFLOW") return new HttpError(413, "The extensions of a chunk are too large");
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return new HttpError(408, "The request did not arrive in time");
  return new HttpError(400, `The request is not valid HTTP${reason ? `: ${reason}` : ""}`);
}

function named(error: HttpError) {
  const reply = errorReply(error);
  Object.assign(reply.headers, { "x-request-id": crypto.randomUUID(), connection: "close" });
  return reply;
}

function rawReply(error: HttpError): string {
  const { status, headers, body } = named(error);
  const length = Buffer.byteLength(body as string);
  const lines = Object.entries({ ...headers, "content-length": length }).map(([name, value]) => `${name}: ${value}`);
  return `${[`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines].join("\r\n")}\r\n\r\n${body}`;
}
