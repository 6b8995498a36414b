import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import { connectResponses } from "#lib/contract/responses.ts";
import type { ApiResponse } from "#server/api-response.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { AdapterRequest } from "#server/http/adapter-request.ts";
import { errorResponse } from "#server/http/envelope.ts";
import { handle } from "#server/http/handle.ts";
import { normalizeTarget } from "#server/http/http-adapter.ts";
import { operation } from "#server/http/operation.ts";
import { endWith } from "#server/http/server.ts";
import type { UpgradedConnections } from "#server/http/upgraded-connections.ts";
import { type Connection, serveConnection } from "./connection.ts";
import { createConversations } from "./conversations.ts";

export type WebSockets = UpgradedConnections & {
  /** Serves a request for which `isWebSocket` is true. */
  upgrade(incoming: IncomingMessage, stream: Duplex, head: Buffer): void;
};

const PATH = "/api/v1/responses";

/** Returns whether a request asks for a WebSocket to the Responses API. */
export function isWebSocket({ method, url = "", headers }: IncomingMessage): boolean {
  if (method !== "GET" || headers.upgrade?.toLowerCase() !== "websocket") return false;
  const path = url.split("?", 1)[0];
  return path === PATH || path === PATH.slice("/api".length);
}

const SWITCHING = 101;

/** Checks the caller of a handshake. Console sessions are not accepted, since any site's page could use their cookie. */
const accept = handle(
  operation(connectResponses)(async (_, { principal }) => {
    if (!principal.key) throw new HttpError(401, "Connect with an API key");
    return { status: SWITCHING, headers: {}, body: null };
  }),
).GET;

/** Opens the WebSockets of the Responses API. Authenticates callers before it accepts their connections. */
export function openWebSockets(gateway: Gateway): WebSockets {
  const conversations = createConversations();
  const connections = new Set<Connection>();
  let isDraining = false;
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    // A request on a connection may be as large as one by HTTP. Compressed, a small frame could hold far more.
    maxPayload: gateway.environment.MAX_BODY_BYTES,
    perMessageDeflate: false,
    handleProtocols: () => false,
  });
  server.on("wsClientError", (error, stream) =>
    endWith(stream, errorResponse(new HttpError(400, `The WebSocket handshake is invalid: ${error.message}`))),
  );

  async function shake(incoming: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    const request = new AdapterRequest(incoming);
    let response: ApiResponse | undefined;
    await accept(request, {
      incoming,
      async send(sent) {
        response = sent;
      },
    });
    if (response?.status !== SWITCHING) return endWith(stream, response as ApiResponse);
    server.handleUpgrade(incoming, stream, head, (socket) => {
      const open = { id: randomUUID(), socket, stream, url: request.url, headers: headersOf(request.headers) };
      const connection = serveConnection(gateway, conversations, open, () => connections.delete(connection));
      connections.add(connection);
      if (isDraining) connection.drain();
    });
  }

  return {
    upgrade(incoming, stream, head) {
      normalizeTarget(incoming);
      // Until the library listens: a caller may disconnect before.
      stream.on("error", () => undefined);
      shake(incoming, stream, head).catch((error: unknown) => endWith(stream, errorResponse(error)));
    },
    drain() {
      isDraining = true;
      for (const connection of connections) connection.drain();
    },
    closeIdle() {
      for (const connection of connections) connection.closeIdle();
    },
    closeAll() {
      for (const connection of connections) connection.cut();
    },
  };
}

/** Headers of the handshake that say nothing about its requests. */
const HANDSHAKE = /^(?:connection|upgrade|cookie|content-.*|transfer-encoding|sec-.*|x-request-id)$/;

function headersOf(received: Headers): Headers {
  const headers = new Headers([...received].filter(([name]) => !HANDSHAKE.test(name)));
  // Clients of this protocol expect OpenAI's events.
  if (!headers.has("x-response-events")) headers.set("x-response-events", "openai");
  return headers;
}
