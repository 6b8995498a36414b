import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import type { Gateway } from "#server/gateway.ts";
import { handle } from "#server/http/handle.ts";
import { createResponse } from "../create-response.ts";
import type { Conversation, Conversations } from "./conversations.ts";
import { errorEvent, eventOfResponse, type Failure } from "./error-event.ts";
import { headersOfEvent } from "./event-headers.ts";
import { createEventSink, type EventSink } from "./event-sink.ts";
import type { Lane } from "./lanes.ts";
import { prepareResponse } from "./prepare-response.ts";
import { itemsOf, outputOf, requestOf } from "./turn.ts";

type Body = Record<string, unknown>;

const generating = handle(createResponse).POST;
const preparing = handle(prepareResponse).POST;

/** A connection whose handshake is complete. `headers` and `url`: those of its requests. */
export type OpenSocket = { id: string; socket: WebSocket; stream: Duplex; url: string; headers: Headers };

/** RFC 6455, section 7.4.1. */
const POLICY_VIOLATION = 1008;

/**
 * Runs a `response.create` event as a request to POST /responses, and sends its events. `signal` aborts when the caller
 * disconnects.
 */
export async function runTurn(
  gateway: Gateway,
  conversations: Conversations,
  open: OpenSocket,
  { event, lane, sizeBytes, signal }: { event: Body; lane: Lane; sizeBytes: number; signal: AbortSignal },
): Promise<void> {
  const { streamId } = lane;
  const reject = (failure: Omit<Failure, "streamId">) => sendTo(open, errorEvent({ ...failure, streamId }));
  const { previous_response_id: previous } = event;
  const isFirst = previous === undefined || previous === null;
  const earlier = isFirst ? undefined : conversations.find(open.id, String(previous));
  if (!isFirst && !earlier) return reject(notFound(String(previous)));
  const wholeBytes = sizeBytes + (earlier?.sizeBytes ?? 0);
  if (wholeBytes > gateway.environment.MAX_BODY_BYTES) return reject(TOO_LARGE);
  const held = gateway.bodies.open();
  if (!held.add(wholeBytes)) return reject(MEMORY_FULL);
  const sink = createEventSink(open.socket, open.stream, streamId);
  const message = requestOf(gateway, event, earlier);
  try {
    const handler = event.generate === false ? preparing : generating;
    const request = { url: open.url, method: "POST", headers: headersOfEvent(open.headers, event), signal, message };
    await handler(request, { send: (response) => answer(open, sink, response, streamId) });
  } finally {
    held.release();
  }
  const response = sink.final();
  if (response) keep(conversations, open.id, lane, response, conversationOf(event, earlier, response));
}

type Response = Parameters<typeof eventOfResponse>[0];

async function answer(open: OpenSocket, sink: EventSink, response: Response, streamId: string | undefined) {
  if (typeof response.body === "function") return await response.body(sink);
  // A cached response is whole, as a stream too.
  if (response.body !== null && isEventStream(response.headers)) return void sink.write(response.body);
  sendTo(open, eventOfResponse(response, streamId));
  if (response.status === 401) open.socket.close(POLICY_VIOLATION, "The API key is no longer valid");
}

function isEventStream(headers: Response["headers"]): boolean {
  return headers["content-type"]?.startsWith("text/event-stream") === true;
}

function sendTo({ socket }: OpenSocket, event: string): void {
  if (socket.readyState === socket.OPEN) socket.send(event);
}

function conversationOf({ input }: Body, earlier: Conversation | undefined, response: Body): Conversation {
  const added = [...itemsOf(input), ...outputOf(response)];
  return {
    items: [...(earlier?.items ?? []), ...added],
    sizeBytes: (earlier?.sizeBytes ?? 0) + JSON.stringify(added).length,
  };
}

/** Like OpenAI, keeps only the latest response of each stream. */
function keep(
  conversations: Conversations,
  connection: string,
  lane: Lane,
  { id }: Body,
  conversation: Conversation,
): void {
  if (lane.latest !== undefined) conversations.drop(connection, lane.latest);
  lane.latest = String(id);
  conversations.keep(connection, lane.latest, conversation);
}

const TOO_LARGE: Failure = {
  status: 413,
  code: "invalid_event",
  message: "The conversation exceeds MAX_BODY_BYTES: start a new one with a shorter input",
  param: "input",
};
const MEMORY_FULL: Failure = {
  status: 503,
  code: "server_is_overloaded",
  message: "Too many large requests are in progress; try again shortly",
};

function notFound(id: string): Failure {
  return {
    status: 400,
    code: "previous_response_not_found",
    message: `Previous response with id '${id.slice(0, 100)}' not found.`,
    param: "previous_response_id",
  };
}
